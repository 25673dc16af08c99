// Writes what npm needs to install the services and the gateway, and nothing besides, into a folder: service-manifests.ts FOLDER. The lock file that npm makes of these manifests and ours has the
// versions of ours; with the manifests of tests and apps npm would install what those need, too.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const target = process.argv[2]
if (target === undefined) throw new Error('usage: service-manifests.ts FOLDER')
const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const root = read('.')
const manifests = new Map(
  globSync((root.workspaces ?? []).map((pattern) => `${pattern}/package.json`)).map((file) => [
    dirname(file),
    read(dirname(file)),
  ]),
)
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]))

const needed = new Set([...manifests.keys()].filter((folder) => /^(services\/|gateway$)/.test(folder)))
// What is added while a set is gone through comes up, too.
for (const folder of needed)
  for (const name of Object.keys(manifests.get(folder)?.dependencies ?? {})) {
    const workspace = folderOf.get(name)
    if (workspace !== undefined) needed.add(workspace)
  }

function write(folder: string, { devDependencies: _tests, ...manifest }: Manifest): void {
  mkdirSync(join(target ?? '', folder), { recursive: true })
  writeFileSync(join(target ?? '', folder, 'package.json'), JSON.stringify(manifest))
}
write('.', { ...root, workspaces: [...needed] })
for (const folder of needed) write(folder, manifests.get(folder) ?? read(folder))
for (const file of ['package-lock.json', '.npmrc']) cpSync(file, join(target, file))
