/** Which file is what, in one place. */
export const code = /\.(ts|tsx|mjs|js)$/
export const typescript = /\.tsx?$/

/** A file that holds tests, or that stands beside them and is used by them alone. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)(test|e2e)\//.test(path)
}

/** A test, or what only tests use. */
export function isTestCode(path: string): boolean {
  return isTest(path) || /(^|\/)testing\//.test(path) || path.startsWith('libs/test-env/')
}
