/** Which file is what, in one place. */
export const code = /\.(ts|tsx|mjs|js)$/
export const typescript = /\.tsx?$/

/** A test, or what only tests use. */
export function isTestCode(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)(test|e2e|testing)\//.test(path) || path.startsWith('libs/test-env/')
}

/** A file that holds tests, or that stands beside them and is used by them alone. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)(test|e2e)\//.test(path)
}

/** Every service: a folder below services/, and the gateway. */
export function serviceFolders(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => /^(services\/[^/]+|gateway)\/package\.json$/.exec(path)?.[1] ?? [])
  return folders.sort()
}
