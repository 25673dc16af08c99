import { z } from 'zod'

/** The numbers of Jest's JSON report that we need. */
const JestReport = z.object({
  numPassedTests: z.number().int(),
  numFailedTests: z.number().int(),
  numPendingTests: z.number().int(),
  numTodoTests: z.number().int(),
  numRuntimeErrorTestSuites: z.number().int(),
})

export interface TestCount {
  readonly passed: number
  /** Failed tests, and files that could not even be loaded. */
  readonly failed: number
  readonly skipped: number
}

/** Counts the tests of a report of `jest --json`. @throws when it is no such report */
export function countTests(reportText: string): TestCount {
  const report = JestReport.parse(JSON.parse(reportText))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** `12 passed, 0 failed`, with what was skipped when something was. */
export function describeCount({ passed, failed, skipped }: TestCount): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}
