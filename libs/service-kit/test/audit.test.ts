import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { auditKey } from '@kismet/test-env/test-audit'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import fc from 'fast-check'
import { ChainKey, genesis } from '../src/audit/chain.ts'
import type { AuditEntry, StoredRow } from '../src/audit/chain.ts'
import { KeptHead } from '../src/audit/kept-head.ts'
import { AuditLog } from '../src/audit/log.ts'
import { inTransaction } from '../src/database.ts'
import { sqlState } from '../src/database-failure.ts'
import type { Pool } from '../src/database.ts'
import { KitDatabase } from './kit-database.ts'

const log = testLogger('auth')
const clock = new TestClock(Date.UTC(2026, 0, 1))
const admin = { id: '0190a000-0000-7000-8000-000000000001', username: 'asha' }
const meta = { requestId: 'r', ip: '198.51.100.7' }
const entry = (index: number): AuditEntry => ({
  admin,
  action: 'coin.add',
  target: `coin-${index}`,
  detail: { paise: index, note: null, before: 'a', after: 'b' },
  meta,
})

let kit: KitDatabase
let headsFolder: string
let owner: Pool
let pool: Pool

const openLog = (config: { AUDIT_KEY?: string; AUDIT_HEADS_DIR?: string | undefined } = {}) =>
  AuditLog.open({
    service: 'auth',
    config: { AUDIT_KEY: auditKey, AUDIT_HEADS_DIR: headsFolder, ...config },
    db: pool,
    clock,
    log,
  })

const append = (audit: AuditLog, index: number) => inTransaction(pool, (client) => audit.append(client, entry(index)))

/** Opens an audit log, appends `count` rows and checks them. */
async function logOf(count: number): Promise<AuditLog> {
  const audit = await openLog()
  for (let index = 1; index <= count; index += 1) await append(audit, index)
  await audit.check()
  expect(audit.state).toMatchObject({ fault: null, head: { sequence: count }, keptOutside: count })
  return audit
}

/** Changes the table as an attacker with the rights of the owner can. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('ALTER TABLE audit DISABLE TRIGGER ALL')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.query('ALTER TABLE audit ENABLE TRIGGER ALL')
    client.release()
  }
}

/** The fault that a new process finds, which has only the database, the key and the heads. */
async function found(): Promise<string | undefined> {
  const audit = await openLog()
  await audit.check()
  return audit.state.fault?.what
}

beforeAll(async () => {
  kit = await KitDatabase.create('auth', '-- kit: turn\n-- kit: audit\n')
  await kit.migrate()
  ;({ owner, pool } = kit)
})

beforeEach(async () => {
  headsFolder = await mkdtemp(join(tmpdir(), 'kismet-test-heads-'))
})

afterAll(() => kit.drop())

describe('the table', () => {
  const refusalOf = (statement: string, by = pool) =>
    by.query(statement).then(
      () => undefined,
      (error: unknown) => sqlState(error),
    )

  it('keeps each row as it is, also against its owner', async () => {
    await tamper('TRUNCATE audit')
    await logOf(3)
    for (const statement of [`UPDATE audit SET target = 'x'`, 'DELETE FROM audit', 'TRUNCATE audit']) {
      expect(await refusalOf(statement)).toBe('42501')
      expect(await refusalOf(statement, owner)).toBe('23001')
    }
    expect(await found()).toBeUndefined()
  })
})

describe('a chain', () => {
  beforeEach(() => tamper('TRUNCATE audit'))

  it('has no gap and no fork, however many write at once, and however many give up', async () => {
    const audit = await openLog()
    const replica = await openLog()
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        inTransaction(pool, async (client) => {
          await (index % 2 === 0 ? audit : replica).append(client, entry(index))
          if (index % 5 === 0) throw new Error('given up')
        }).catch(() => undefined),
      ),
    )
    await audit.check()
    expect(audit.state).toMatchObject({ fault: null, head: { sequence: 32 } })
  })

  it.each<[what: string, statements: string[], says: string]>([
    ['a row that was changed', [`UPDATE audit SET detail = '{"paise": 1}' WHERE sequence = 7`], 'Row 7 was changed.'],
    ['an address that was changed', [`UPDATE audit SET ip = '203.0.113.1' WHERE sequence = 2`], 'Row 2 was changed.'],
    ['a row that was deleted', ['DELETE FROM audit WHERE sequence = 7'], 'Row 7 is missing.'],
    ['the first rows deleted', ['DELETE FROM audit WHERE sequence < 3'], 'Row 1 is missing.'],
    [
      'a row deleted and the rest moved up',
      ['DELETE FROM audit WHERE sequence = 7', 'UPDATE audit SET sequence = sequence - 1 WHERE sequence > 7'],
      'Row 7 does not follow the previous row: a row was deleted, inserted or moved.',
    ],
    [
      'two rows swapped',
      [
        'UPDATE audit SET sequence = 11 WHERE sequence = 4',
        'UPDATE audit SET sequence = 4 WHERE sequence = 5',
        'UPDATE audit SET sequence = 5 WHERE sequence = 11',
      ],
      'Row 4 does not follow the previous row: a row was deleted, inserted or moved.',
    ],
    [
      'a row put in',
      [
        'UPDATE audit SET sequence = -sequence WHERE sequence > 4',
        'UPDATE audit SET sequence = 1 - sequence WHERE sequence < 0',
        `INSERT INTO audit SELECT (jsonb_populate_record(audit, jsonb_build_object('sequence', 5, 'hash', 'x', 'previous_hash', hash))).* FROM audit WHERE sequence = 4`,
      ],
      'Row 5 was changed.',
    ],
    [
      'a row behind the last with another key',
      [
        `INSERT INTO audit SELECT (jsonb_populate_record(audit, jsonb_build_object('sequence', 11, 'hash', 'x', 'previous_hash', hash, 'key_id', ''))).* FROM audit WHERE sequence = 10`,
      ],
      'Row 11 was written with another key.',
    ],
    [
      'the tail cut off',
      ['DELETE FROM audit WHERE sequence > 8'],
      'Row 9 is missing, and so are all later rows: there were 10 rows.',
    ],
    ['everything cut off', ['DELETE FROM audit'], 'Row 1 is missing, and so are all later rows: there were 10 rows.'],
  ])('says %s', async (_what, statements, says) => {
    const audit = await logOf(10)
    await tamper(...statements)
    await audit.check()
    expect(audit.state.fault?.what).toBe(says)
    await audit.check()
    expect(audit.state.fault?.what).toBe(says)
  })

  it('says an old state of the table that went on differently', async () => {
    const audit = await logOf(10)
    await tamper('DELETE FROM audit WHERE sequence > 8')
    for (const index of [9, 10, 11]) await append(audit, 100 + index)
    expect(await found()).toBe('Row 10 was replaced by another row.')
  })

  it('is not opened with another key, and rows of one are named', async () => {
    await logOf(2)
    const other = { AUDIT_KEY: 'another key of the tests, as long as it has to be' }
    await expect(openLog(other)).rejects.toThrow('AUDIT_KEY is not the key of the audit log of auth')
    const { rows } = await pool.query<StoredRow>('SELECT * FROM audit ORDER BY sequence LIMIT 1')
    const faults = [new ChainKey(other.AUDIT_KEY, 'auth'), new ChainKey(auditKey, 'payments')].map((key) =>
      rows.map((row) => key.faultOf(genesis, row)),
    )
    expect(faults).toEqual([['was written with another key'], ['was written with another key']])
  })
})

describe('the head outside of the database', () => {
  const path = () => join(headsFolder, 'audit-head-auth.json')

  beforeEach(() => tamper('TRUNCATE audit'))

  it('is the newest row, and nothing else is in the folder', async () => {
    const audit = await logOf(2)
    await append(audit, 3)
    await audit.check()
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ sequence: 3, hash: audit.state.head?.hash })
    expect(await readdir(headsFolder)).toEqual(['audit-head-auth.json'])
  })

  it('must be there to be written, or the log is not opened', async () => {
    const opened = openLog({ AUDIT_HEADS_DIR: '/dev/null' })
    await expect(opened).rejects.toThrow('AUDIT_HEADS_DIR (/dev/null) must be a folder')
  })

  it('ends a check when it is unreadable', async () => {
    const audit = await logOf(3)
    await writeFile(path(), '{')
    await expect(audit.check()).rejects.toThrow()
  })

  it('is written again when it is lost, and a slow replica does not lower it', async () => {
    const kept = new KeptHead(headsFolder, 'auth')
    const audit = await logOf(3)
    await kept.write({ sequence: 2, hash: 'older' }, 0)
    expect(await kept.read()).toMatchObject({ sequence: 3 })
    await rm(path())
    await audit.check()
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ sequence: 3 })
  })

  it.each(['no folder', 'no file'])('is remembered with %s: a log that was cut stays broken', async (how) => {
    const audit = await openLog(how === 'no folder' ? { AUDIT_HEADS_DIR: undefined } : {})
    for (const row of [1, 2, 3]) await append(audit, row)
    await audit.check()
    expect(audit.state).toMatchObject({ fault: null, head: { sequence: 3 } })
    await rm(path(), { force: true })
    await tamper('DELETE FROM audit WHERE sequence = 3')
    for (let check = 1; check <= 3; check += 1) {
      await audit.check()
      expect(audit.state.fault?.what).toBe('Row 3 is missing, and so are all later rows: there were 3 rows.')
    }
    await append(audit, 4)
    await audit.check()
    expect(audit.state.fault?.what).toBe('Row 3 was replaced by another row.')
  })
})

describe('a service that runs', () => {
  /** Watches until a check is done. */
  async function watched() {
    const audit = await openLog()
    const loop = audit.watch()
    await eventually('the chain is checked', () => audit.state.checkedAt !== null)
    await loop.stop()
    return audit.state
  }

  beforeEach(() => tamper('TRUNCATE audit'))

  it('checks from the head outside of the database on, not from the first row', async () => {
    const audit = await logOf(5)
    await append(audit, 6)
    await tamper(`UPDATE audit SET target = 'other' WHERE sequence = 2`)
    expect(await watched()).toMatchObject({ head: { sequence: 6 }, fault: null, keptOutside: 6 })
    await tamper(`UPDATE audit SET target = 'other' WHERE sequence = 6`)
    expect(await found()).toBe('Row 2 was changed.')
  })

  it.each([
    ['a new row that was changed', `UPDATE audit SET target = 'other' WHERE sequence = 6`, 'Row 6 was changed.'],
    ['a head that was replaced', `UPDATE audit SET hash = 'x' WHERE sequence = 5`, 'Row 5 was changed.'],
    ['a tail that was cut off', 'DELETE FROM audit WHERE sequence > 4', 'Row 5 is missing, and so are'],
  ])('finds %s', async (_what, statement, says) => {
    const audit = await logOf(5)
    await append(audit, 6)
    await tamper(statement)
    expect((await watched()).fault?.what).toContain(says)
  })

  it('reads no more when it ends, and says nothing of the log', async () => {
    const audit = await openLog()
    await append(audit, 1)
    await audit.watch().stop()
    await audit.check()
    expect(audit.state).toMatchObject({ checkedAt: null, fault: null })
  })

  it('checks from the first row on without a head outside', async () => {
    await append(await logOf(3), 4)
    await rm(headsFolder, { recursive: true })
    await tamper(`UPDATE audit SET target = 'other' WHERE sequence = 2`)
    expect((await watched()).fault?.what).toBe('Row 2 was changed.')
  })
})

describe('audit-verify', () => {
  const program = fileURLToPath(new URL('../src/bin/audit-verify.ts', import.meta.url))
  const verify = async (env: Record<string, string> = {}) => {
    const url = String(pool.options.connectionString)
    const given = { DATABASE_URL: url, AUDIT_KEY: auditKey, AUDIT_HEADS_DIR: headsFolder, NODE_OPTIONS: '', ...env }
    const child = spawn(process.execPath, [program, 'auth'], { env: { ...process.env, ...given } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(child, 'close')
    return { code: child.exitCode, said }
  }

  it('prints the head, the first row that is wrong, or that nobody can say', async () => {
    await tamper('TRUNCATE audit')
    const { head } = (await logOf(3)).state
    expect(await verify()).toEqual({ code: 0, said: `auth      row 3  ${head?.hash}  ${head?.at}\n` })
    await tamper(`UPDATE audit SET target = 'other' WHERE sequence = 2`)
    const { code, said } = await verify()
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('auth      BROKEN: Row 2 was changed.') })
    const nowhere = await verify({ DATABASE_URL: 'postgres://auth@127.0.0.1:1/none' })
    expect(nowhere).toEqual({ code: 2, said: expect.stringContaining('auth      NOT KNOWN: ') })
  }, 30_000)
})

const textOf = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
const details = fc.dictionary(textOf, fc.oneof(textOf, fc.integer(), fc.boolean(), fc.constant(null)), {
  maxKeys: 4,
  noNullPrototype: true,
})

describe('a row', () => {
  it('is the same after the database has had it', async () => {
    await tamper('TRUNCATE audit')
    const audit = await openLog()
    await fc.assert(
      fc.asyncProperty(textOf, details, async (target, detail) => {
        await inTransaction(pool, (client) => audit.append(client, { ...entry(1), target, detail }))
      }),
      { numRuns: 60 },
    )
    await audit.check()
    expect(audit.state).toMatchObject({ fault: null })
  })
})
