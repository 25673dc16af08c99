import { auditKey } from '@kismet/test-env/test-audit'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { creditDeposit, paise, readBalance } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Pool } from '@kismet/service-kit/database'
import { migrate } from '@kismet/service-kit/migrate'
import { compiledOnce } from '@kismet/test-env/compiled-once'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { newId, openPool } from './fixture.ts'

const walletMain = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const readerMain = fileURLToPath(new URL('fact-reader.ts', import.meta.url))
const players = 200
const transactions = 20
/** Entries of each player in each transaction. */
const entriesEach = 5
const before = players * transactions * entriesEach
const liveDeposits = 200

const taken = `-- kit: test-env/fact-cursor
CREATE TABLE taken (
  position  bigint  GENERATED ALWAYS AS IDENTITY,
  player_id uuid    NOT NULL,
  sequence  integer NOT NULL
);
GRANT INSERT ON taken TO :service_role;
`

let nats: TestNats
let database: TestDatabase
let folder: string
let owner: Pool
let payments: Bus
const children = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-test-migrations-'))
  await writeFile(join(folder, '0001-reader.sql'), taken)
  ;[nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
  const serviceRole = new URL(database.urlOf('wallet')).username
  await migrate({ ownerUrl: database.ownerUrl, folder, schema: 'reader', serviceRole })
  owner = openPool(database.ownerUrl)
  await bookWhileAway()
  payments = await joinBus(nats, 'payments', new TestTokens())
}, 60_000)

afterAll(async () => {
  await Promise.all([...children].map(kill))
  await Promise.all([payments.close(), owner.end()])
  await Promise.all([database.drop(), nats.remove(), rm(folder, { recursive: true })])
})

/** What the wallet has booked while nobody read: deposits of ₹1, a few of each player in each of many transactions. */
async function bookWhileAway(): Promise<void> {
  const entries = transactions * entriesEach
  await owner.query(
    `INSERT INTO account (player_id, sequence, balance_paise) SELECT uuidv7(), $2, $2 * 100 FROM generate_series(1, $1)`,
    [players, entries],
  )
  await owner.query('UPDATE house_account SET outside_paise = $1 WHERE shard = 0', [before * -100])
  for (let start = 0; start < entries; start += entriesEach)
    await owner.query(
      `INSERT INTO entry (reference, at, account_no, sequence, shard, step, kind, stake_paise, payout_paise, balance_side_paise, open_side_paise,
         held_side_paise, house_side_paise, outside_side_paise, bonus_side_paise, balance_after_paise, input_hash)
       SELECT uuidv7(), date_trunc('milliseconds', now()), account_no, entry, 0, 'open', 'deposit', 0, 0, 100, 0, 0, 0, -100, 0, entry * 100, 0
       FROM account, generate_series($1::integer, $2::integer) AS entry`,
      [start + 1, start + entriesEach],
    )
}

function start(main: string, user: 'wallet' | 'analytics', env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [...compiledOnce, main], {
    env: {
      PATH: process.env.PATH,
      NATS_URL: nats.urlOf(user),
      DATABASE_URL: database.urlOf('wallet'),
      AUDIT_KEY: auditKey,
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function count(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('SELECT count(*) AS count FROM reader.taken')
  return rows[0]?.count ?? 0
}

const reach = (entries: number) =>
  eventually(`${entries} entries are taken`, async () => (await count()) >= entries, 60_000)

/** Books deposits one after the other, through whatever happens to the wallet and to the bus. */
async function bookMeanwhile(playerIds: readonly string[]): Promise<void> {
  for (let index = 0; index < liveDeposits; index += 1) {
    const playerId = playerIds[index % playerIds.length] ?? ''
    const deposit = { depositId: newId(), playerId, amountPaise: paise(10_000) }
    const book = () => payments.call(creditDeposit, deposit, { requestId: 'test' }).catch(() => undefined)
    await eventually('a deposit is booked', book, 30_000)
  }
}

it('gives each of 20,000 entries once and in order to a reader that was away, is killed, and meets a restart of NATS and a new leader', async () => {
  const leader = start(walletMain, 'wallet')
  const probe = () => payments.call(readBalance, { playerId: newId() }, { requestId: 'test' }).catch(() => undefined)
  await eventually('the wallet answers', probe, 30_000)
  start(walletMain, 'wallet')
  const { rows } = await owner.query<{ player_id: string }>('SELECT player_id FROM account LIMIT 10')
  const booked = bookMeanwhile(rows.map((row) => row.player_id))

  const first = start(readerMain, 'analytics', { HANGS_IN_PAGE: '10' })
  if (first.stdout !== null) await once(first.stdout, 'data')
  await kill(first)
  expect(await count()).toBeGreaterThan(0)
  const second = start(readerMain, 'analytics')
  await reach(5_000)
  await kill(second)
  start(readerMain, 'analytics')
  await reach(10_000)
  await nats.stop('SIGKILL')
  await nats.start()
  await reach(15_000)
  await kill(leader)
  await booked
  // A bonus is an entry of its own, so that there may be more.
  const { rows: entries } = await owner.query<{ count: number }>('SELECT count(*) AS count FROM entry')
  expect(entries[0]?.count).toBeGreaterThanOrEqual(before + liveDeposits)
  await reach(entries[0]?.count ?? 0)

  const { rows: differences } = await owner.query(
    `SELECT player_id, sequence FROM reader.taken FULL JOIN (SELECT player_id, entry.sequence FROM entry JOIN account USING (account_no)) AS entry
       USING (player_id, sequence) WHERE taken.player_id IS NULL OR entry.player_id IS NULL`,
  )
  expect(differences).toEqual([])
  const { rows: outOfOrder } = await owner.query(
    `SELECT * FROM (SELECT player_id, sequence, row_number() OVER (PARTITION BY player_id ORDER BY position) AS place FROM reader.taken) AS told
     WHERE place <> sequence`,
  )
  expect(outOfOrder).toEqual([])
}, 180_000)
