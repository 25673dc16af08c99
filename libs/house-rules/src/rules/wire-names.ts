import { code, isTestCode } from '../places.ts'
import type { Breach, Rule } from '../rule.ts'
import { syntaxOf } from '../syntax.ts'
import type { Wires } from '../wires.ts'

/** A route, or the beginning of one. `/api` and `/api/` alone are where all of them begin. */
const route = /^\/api\/./
const busSubject = /^signal\.[a-z-]+\.[a-z-]+$/

function problemOf(text: string, { names }: Wires): string | undefined {
  if (names.has(text)) return `writes '${text}': take it from @kismet/contracts`
  if (route.test(text)) return `writes the route '${text}': take its path from @kismet/contracts`
  return busSubject.test(text) ? `writes '${text}', which looks like a subject of the bus` : undefined
}

export const wireNames: Rule = {
  name: 'wire-names',
  says: 'Only the contracts write subjects, routes and socket events; code imports them. Tests may write what they expect.',
  check: (repository, wires) =>
    repository
      .texts(code)
      .filter(({ path }) => !path.startsWith('libs/contracts/') && !isTestCode(path))
      .flatMap(({ path, text }) =>
        syntaxOf(path, text).literals.flatMap((literal): Breach[] => {
          const problem = problemOf(literal.text, wires)
          return problem === undefined ? [] : [{ file: path, line: literal.line, problem }]
        }),
      ),
}
