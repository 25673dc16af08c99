import type { Breach, Rule } from '../rule.ts'

const code = /^(libs|services|gateway)\/.*\.ts$/
/** Where time comes from, what runs by itself, and what tests do. */
const free =
  /^libs\/(app-kit|house-rules|real-servers|test-env|ui)\/|\/(bin|test)\/|\.test\.ts$|^libs\/service-kit\/src\/clock\.ts$/

export const timeIsInjected: Rule = {
  name: 'time-is-injected',
  says: 'No code of a service asks the machine what time it is: it takes it from its clock.',
  check: (repository) =>
    repository
      .texts(code)
      .filter(({ path }) => !free.test(path))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, index): Breach[] =>
            line.includes('new Date()')
              ? [{ file: path, line: index + 1, problem: 'take the time from ctx.clock' }]
              : [],
          ),
      ),
}
