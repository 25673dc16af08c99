import { z } from 'zod'

const LockEntry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  license: z.string().optional(),
  engines: z.unknown().optional(),
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

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']

/**
 * The optional packages that the lock file lacks. npm leaves out those for other kinds of machine when its registry did not
 * have them at that moment, and `npm ci` then refuses the whole file.
 */
export function missingOptionals(lockText: string): MissingOptional[] {
  const { packages } = PackageLock.parse(JSON.parse(lockText))
  return Object.entries(packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !resolves(packages, parent, name))
      .map(([name, range]) => ({ parent, name, version: range.replace(/^[\^~]/, '') })),
  )
}

/**
 * The lock file with the entries that it lacks. They have no checksum, because what could not be fetched could not be
 * summed up; a machine of that kind fetches them by their exact version.
 * @throws Error when the name of a package does not say what it is for
 */
export function completeLock(lockText: string): string {
  const { packages } = PackageLock.parse(JSON.parse(lockText))
  const added = missingOptionals(lockText).map(({ parent, name, version }) => {
    const shared = `node_modules/${name}`
    return [
      shared in packages ? `${parent}/${shared}` : shared,
      entryFor(name, version, packages[parent] ?? {}),
    ] as const
  })
  // Everything else is passed through as it was written, so that npm finds nothing to rewrite.
  const lock = z.looseObject({ packages: z.record(z.string(), z.unknown()) }).parse(JSON.parse(lockText))
  const all = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => a.localeCompare(b, 'en'))
  const fields = Object.keys(lock).map((field) => [field, field === 'packages' ? Object.fromEntries(all) : lock[field]])
  return `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`
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

function entryFor(name: string, version: string, parent: LockEntry): LockEntry {
  const words = (name.split('/').at(-1) ?? '').split('-')
  const place = words.findIndex((word) => systems.includes(word))
  const [system, processor, library = ''] = words.slice(place)
  if (place < 0 || system === undefined || processor === undefined) {
    throw new Error(`${name} is missing from the lock file, and its name does not say for which machine it is`)
  }
  const libc = library.startsWith('gnu') ? ['glibc'] : library.startsWith('musl') ? ['musl'] : undefined
  return {
    version,
    cpu: [processor],
    ...(parent.dev === true ? { dev: true } : {}),
    ...(system === 'linux' && libc !== undefined ? { libc } : {}),
    ...(parent.license === undefined ? {} : { license: parent.license }),
    optional: true,
    os: [system],
    ...(parent.engines === undefined ? {} : { engines: parent.engines }),
  }
}
