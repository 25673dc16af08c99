import { z } from 'zod'

const LockEntry = z.looseObject({
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  integrity: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
type LockEntry = z.infer<typeof LockEntry>
const PackageLock = z.looseObject({ packages: z.record(z.string(), LockEntry) })

/** An optional package that a lock file does not hold. */
export interface MissingOptional {
  /** Path of the package that asks for it. */
  readonly parent: string
  readonly name: string
  readonly version: string
}

/**
 * The optional packages that the lock file lacks. npm leaves out packages of other platforms when the registry does not
 * have them at that moment. `npm ci` then refuses the whole file.
 */
export function missingOptionals(lockText: string): MissingOptional[] {
  const { packages } = PackageLock.parse(JSON.parse(lockText))
  return Object.entries(packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !resolves(packages, parent, name))
      .map(([name, range]) => ({ parent, name, version: range.replace(/^[\^~]/, '') })),
  )
}

/** The paths of packages without a checksum. npm would install any content for them. */
export function withoutChecksum(lockText: string): string[] {
  const { packages } = PackageLock.parse(JSON.parse(lockText))
  const isFetched = (path: string, { link, inBundle }: LockEntry) =>
    path.includes('node_modules/') && link !== true && inBundle !== true
  return Object.entries(packages).flatMap(([path, entry]) =>
    isFetched(path, entry) && entry.integrity === undefined ? [path] : [],
  )
}

/** Looks a package up as Node does: beside the one that asks, then further out. */
function resolves(packages: Readonly<Record<string, LockEntry>>, parent: string, name: string): boolean {
  for (let folder = parent; ;) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true
    if (folder === '') return false
    const outer = folder.lastIndexOf('node_modules/')
    folder = outer <= 0 ? '' : folder.slice(0, outer - 1)
  }
}
