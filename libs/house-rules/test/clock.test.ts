import { expect, it } from '@jest/globals'
import { timeIsInjected } from '../src/rules/clock.ts'
import { breachesOf } from './small-repository.ts'

it.each([
  { path: 'services/auth/src/sessions.ts', text: 'const now = new Date()', breaches: 1 },
  { path: 'services/auth/src/sessions.ts', text: 'const then = new Date(row.at)', breaches: 0 },
  { path: 'libs/service-kit/src/clock.ts', text: 'const now = new Date()', breaches: 0 },
  { path: 'services/auth/src/bin/operator.ts', text: 'const now = new Date()', breaches: 0 },
  { path: 'services/auth/test/sessions.test.ts', text: 'const now = new Date()', breaches: 0 },
  { path: 'web/src/shell/bar.ts', text: 'const now = new Date()', breaches: 0 },
])('time is asked of a clock: $text in $path', ({ path, text, breaches }) => {
  expect(breachesOf(timeIsInjected, { what: text, texts: { [path]: text }, found: [] })).toHaveLength(breaches)
})
