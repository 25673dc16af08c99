import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { git, requireUpgradable, revisionOf } from './upgrade-from.ts'

let folder: string
const first = 'services/wallet/src/db/migrations/0001-ledger.sql'

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
async function commit(): Promise<string> {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.in']
  await git(folder, 'add', '--all')
  await git(folder, ...who, 'commit', '--quiet', '--message=test')
  return git(folder, 'rev-parse', 'HEAD')
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-upgrade-'))
  await git(folder, 'init', '--quiet')
})
afterEach(() => rm(folder, { recursive: true }))

it('a revision is upgradable when later revisions only add migrations', async () => {
  await write(first, 'CREATE TABLE entry (id int);')
  const revision = await commit()
  await write('services/wallet/src/db/migrations/0002-next.sql', 'CREATE TABLE other (id int);')
  await write('services/wallet/src/main.ts', 'other code')
  await commit()
  await expect(requireUpgradable(folder, revision)).resolves.toBeUndefined()
})

it.each([
  { what: 'changed', change: () => write(first, 'CREATE TABLE entry (id bigint);') },
  { what: 'removed', change: () => rm(join(folder, first)) },
])('a revision with a migration that was $what later is refused', async ({ change }) => {
  await write(first, 'CREATE TABLE entry (id int);')
  await write('libs/service-kit/src/migrations/audit.sql', 'CREATE TABLE audit (id int);')
  const revision = await commit()
  await change()
  await commit()
  const refused = requireUpgradable(folder, revision)
  await expect(refused).rejects.toThrow(`A database of ${revision} cannot be migrated: ${first} changed since.`)
})

it('without a release tag, the default is the newest revision with an older database that can be migrated', async () => {
  const second = 'services/wallet/src/db/migrations/0002-next.sql'
  await write(first, 'CREATE TABLE entry (id int);')
  await commit()
  await write('README.md', 'released')
  const released = await commit()
  for (const type of ['int', 'bigint']) {
    await write(second, `CREATE TABLE other (id ${type});`)
    await commit()
  }
  await write('README.md', 'later')
  await commit()
  expect(await revisionOf(folder, '')).toBe(released)
})

it('the newest release tag is the default, and without a tag and older migrations FROM is required', async () => {
  await write('README.md', 'test')
  await commit()
  await expect(revisionOf(folder, '')).rejects.toThrow('FROM=...')
  for (const tag of ['v0.9.0', 'v0.10.0']) await git(folder, 'tag', tag)
  expect(await revisionOf(folder, undefined)).toBe('v0.10.0')
})
