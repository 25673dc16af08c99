import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'

/** The scripts of the containers in a folder of the test, with stand-ins for the programs of PostgreSQL. */
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-backup-'))
  await mkdir(join(folder, 'bin'))
})
afterEach(() => rm(folder, { recursive: true }))

async function program(name: string, text: string): Promise<void> {
  await writeFile(join(folder, 'bin', name), text)
  await chmod(join(folder, 'bin', name), 0o755)
}

async function run(script: 'backup' | 'restore', ...args: string[]) {
  const text = await readFile(join(repositoryRoot, 'deploy/docker/postgres', `${script}.sh`), 'utf8')
  const here = text
    .replace('look_every_s=20', 'look_every_s=0')
    .replaceAll(/\/(?:var\/lib\/postgresql|backups|run\/secrets|tmp\/stream)\b/g, (path) => folder + path)
  await writeFile(join(folder, script), here)
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
    PGDATA: join(folder, 'var/lib/postgresql/18/docker'),
    KEEP_COPIES: '7',
  }
  return runProgram('bash', [join(folder, script), ...args], { env, timeoutMs: 30_000 })
}

const hex = (number: number) => number.toString(16).padStart(8, '0').toUpperCase()
/** The name of a file of changes: of each 4 GB there are 256. */
const segment = (number: number) => `${hex(1)}${hex(Math.floor(number / 256))}${hex(number % 256)}`

interface Copy {
  readonly name: string
  readonly cluster: bigint
  readonly from?: number
}

/** A whole copy, with as much in it as the scripts read. */
async function keepCopy(current: string, { name, cluster, from = 1 }: Copy): Promise<void> {
  const made = await mkdtemp(join(folder, 'copy-'))
  await writeFile(join(made, 'backup_label'), `START WAL LOCATION: 0/1000028 (file ${segment(from)})\n`)
  await writeFile(join(made, 'PG_VERSION'), `${cluster}\n`)
  await mkdir(join(current, 'wal'), { recursive: true })
  const parts = ['backup_label', 'PG_VERSION']
  const { code } = await runProgram('tar', ['-czf', join(current, name), '-C', made, ...parts])
  expect(code).toBe(0)
}

describe('restore.sh', () => {
  const kept = () => join(folder, 'backups/current')
  const data = () => join(folder, 'var/lib/postgresql/18/docker')
  beforeEach(async () => {
    await mkdir(join(folder, 'var/lib/postgresql'), { recursive: true })
    await program(
      'pg_isready',
      `#!/bin/sh\ncase "$*" in *--host=postgres*) exit 1 ;; *) [ -e ${folder}/started ] ;; esac\n`,
    )
    const server = `require('node:fs').writeFileSync('${folder}/started', ''); process.on('SIGINT', () => process.exit()); setInterval(() => {}, 1000)`
    await program('postgres', `#!${process.execPath}\n${server}\n`)
  })

  it('puts the newest copy into a volume that is new', async () => {
    await keepCopy(kept(), { name: 'base-20261122T030000Z-7.tar.gz', cluster: 7n })
    await keepCopy(kept(), { name: 'base-20261123T030000Z-7.tar.gz', cluster: 7n })
    const { code, stdout, stderr } = await run('restore')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/unpacking base-20261123T030000Z-7\.tar\.gz\n.*database is that of the last change/s)
    expect(await readFile(join(data(), 'PG_VERSION'), 'utf8')).toBe('7\n')
    expect(await readdir(join(folder, 'backups'))).toEqual([expect.stringMatching(/^until-/)])
  })

  it('keeps what is there beside it', async () => {
    await mkdir(data(), { recursive: true })
    await writeFile(join(data(), 'PG_VERSION'), 'old\n')
    await keepCopy(kept(), { name: 'base-20261123T030000Z-7.tar.gz', cluster: 7n })
    expect((await run('restore')).code).toBe(0)
    expect(await readFile(join(data(), 'PG_VERSION'), 'utf8')).toBe('7\n')
    const [, before = ''] = await readdir(join(data(), '..'))
    expect(before).toMatch(/^docker\.until-/)
    expect(await readFile(join(data(), '..', before, 'PG_VERSION'), 'utf8')).toBe('old\n')
  })

  it('refuses copies of two clusters, because the newest copy may be of an empty casino', async () => {
    const name = 'base-20261124T030000Z-8.tar.gz'
    await keepCopy(kept(), { name: 'base-20261123T030000Z-7.tar.gz', cluster: 7n })
    await keepCopy(kept(), { name, cluster: 8n })
    const { code, stderr } = await run('restore')
    expect(code).toBe(1)
    expect(stderr).toMatch(/of several clusters/)
    expect(stderr).toContain(`${name} is of 8`)
    expect(await readdir(join(folder, 'var/lib/postgresql'))).toEqual([])
    expect(await readdir(join(folder, 'backups'))).toEqual(['current'])
  })
})

describe('backup.sh', () => {
  const current = () => join(folder, 'var/lib/postgresql/current')
  const keepChanges = async (...names: string[]) => {
    for (const name of names) await writeFile(join(current(), 'wal', name), 'changes')
  }

  describe('is-kept', () => {
    beforeEach(async () => {
      await mkdir(join(folder, 'tmp'))
      await writeFile(join(folder, 'tmp/stream.pid'), String(process.pid))
      await keepCopy(current(), { name: 'base-20261122T030000Z-7.tar.gz', cluster: 7n, from: 0xf8 })
      await keepCopy(current(), { name: 'base-20261123T030000Z-7.tar.gz', cluster: 7n, from: 0xfe })
    })

    const sinceNewest = [`${segment(0xfe)}.gz`, segment(0xff), `${segment(0x100)}.gz`, `${segment(0x101)}.partial`]
    it.each([
      {
        what: 'nothing is missing',
        kept: [`${segment(0xf8)}.gz`, `${segment(0xf9)}.gz`, ...sinceNewest],
        isKept: true,
      },
      { what: 'changes from before the newest copy are missing', kept: [segment(0xf8), ...sinceNewest], isKept: true },
      { what: 'the last 4 GB have lost their first file', kept: sinceNewest.toSpliced(2, 1), isKept: false },
      { what: 'the first change after the newest copy is missing', kept: sinceNewest.slice(1), isKept: false },
      { what: 'there are no changes', kept: [], isKept: false },
    ])('says $isKept where $what', async ({ kept, isKept }) => {
      await keepChanges(...kept)
      expect((await run('backup', 'is-kept')).code).toBe(isKept ? 0 : 1)
    })

    it('says false where a file of changes is empty', async () => {
      await keepChanges(...sinceNewest)
      await writeFile(join(current(), 'wal', `${segment(0x100)}.gz`), '')
      expect((await run('backup', 'is-kept')).code).toBe(1)
    })
  })

  describe('at its start', () => {
    beforeEach(async () => {
      await mkdir(join(folder, 'run/secrets'), { recursive: true })
      await mkdir(join(folder, 'tmp'))
      await writeFile(join(folder, 'run/secrets/postgres-password'), 'secret')
      await program('psql', '#!/bin/sh\necho 7\n')
      await program('pg_receivewal', `#!/bin/sh\nls ${current()}/wal > ${folder}/found\n`)
    })

    it('takes a file away that a power cut has left empty, at which the stream would end', async () => {
      await keepCopy(current(), { name: 'base-20261123T030000Z-7.tar.gz', cluster: 7n })
      await keepChanges(`${segment(1)}.gz`)
      await writeFile(join(current(), 'wal', `${segment(2)}.gz`), '')
      expect((await run('backup')).stderr).toMatch(/the stream of changes has ended/)
      expect(await readFile(join(folder, 'found'), 'utf8')).toBe(`${segment(1)}.gz\n`)
    })

    it('keeps nothing beside the copies of another cluster', async () => {
      await keepCopy(current(), { name: 'base-20261123T030000Z-8.tar.gz', cluster: 8n })
      const { code, stderr } = await run('backup')
      expect(code).toBe(1)
      expect(stderr).toMatch(/copies of another cluster/)
      expect(await readdir(folder)).not.toContain('found')
    })
  })

  describe('copy', () => {
    const copies = async () => (await readdir(current())).filter((name) => name.startsWith('base-')).sort()
    beforeEach(async () => {
      await mkdir(join(folder, 'run/secrets'), { recursive: true })
      await writeFile(join(folder, 'run/secrets/postgres-password'), 'secret')
      await program('psql', '#!/bin/sh\necho 7\n')
      await program('pg_archivecleanup', `#!/bin/sh\necho "$@" > ${folder}/cleaned\n`)
      for (let day = 11; day <= 18; day += 1)
        await keepCopy(current(), { name: `base-202611${day}T030000Z-7.tar.gz`, cluster: 7n, from: day })
      await keepCopy(current(), { name: 'base-20261118T160000Z-7.tar.gz', cluster: 7n, from: 19 })
    })

    it('makes a full backup at once, and keeps all of the newest days', async () => {
      const made = join(current(), 'base-20261118T160000Z-7.tar.gz')
      await program('pg_basebackup', `#!/bin/sh\ncat ${made}\n`)
      expect(await run('backup', 'copy')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('a full backup is stored'),
      })
      const kept = await copies()
      expect(kept).toHaveLength(8)
      expect(kept[0]).toBe('base-20261113T030000Z-7.tar.gz')
      expect(kept.at(-1)).toMatch(/^base-20\d{6}T\d{6}Z-7\.tar\.gz$/)
      expect(await readFile(join(folder, 'cleaned'), 'utf8')).toContain(segment(13))
    })

    it('changes no backup when it fails', async () => {
      await program('pg_basebackup', '#!/bin/sh\nexit 1\n')
      const before = await copies()
      expect((await run('backup', 'copy')).code).toBe(1)
      expect(await copies()).toEqual(before)
    })
  })
})
