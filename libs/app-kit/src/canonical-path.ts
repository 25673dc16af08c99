const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '')

/**
 * The path as the table of routes spells it: no trailing slash, no double slashes, the same case. An unknown path is unchanged.
 * @param paths of the table, such as `/round/:roundId`
 */
export function canonicalPath(pathname: string, paths: readonly string[]): string {
  const given = namesOf(pathname)
  for (const path of paths) {
    const names = namesOf(path)
    const isPath =
      names.length === given.length &&
      names.every((name, at) => name.startsWith(':') || name.toLowerCase() === given[at]?.toLowerCase())
    if (!isPath) continue
    const plain = names.map((name, at) => (name.startsWith(':') ? (given[at] ?? '') : name))
    return `/${plain.join('/')}${path.length > 1 && path.endsWith('/') ? '/' : ''}`
  }
  return pathname
}
