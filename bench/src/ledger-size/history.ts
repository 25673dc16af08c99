import pg from 'pg'
import { depositPaise, playerCount } from '../workload.ts'

const entriesOfBatch = 1_000_000

/**
 * Writes a history of bets into a seeded ledger: as many entries of each player, over the last year.
 * The bets have the ids that Dice, Slots and Mines give. Each bet pays its stake back, so that
 * reconciliation stays clean.
 */
export async function writeHistory(ownerUrl: string, entries: number, report: (line: string) => void): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    options: '-c search_path=wallet -c maintenance_work_mem=1GB',
  })
  await client.connect()
  try {
    for (const months of [12, 9, 6, 3]) await client.query(`SELECT provide_months(now() - interval '${months} months')`)
    const restore = [...(await dropIndexes(client, 'entry')), ...(await dropIndexes(client, 'entry_key'))]
    const ofPlayer = Math.ceil(entries / playerCount)
    for (let first = 0; first < ofPlayer; first += entriesOfBatch / playerCount) {
      await writeBets(client, first, Math.min(entriesOfBatch / playerCount, ofPlayer - first), ofPlayer)
      report(`  ${Math.min(first * playerCount + entriesOfBatch, entries)} of ${entries} entries`)
    }
    await client.query('UPDATE account SET sequence = sequence + $1, version = version + 1', [ofPlayer])
    report('  indexes')
    for (const sql of restore) await client.query(sql)
    await client.query('VACUUM ANALYZE account, entry, entry_key')
  } finally {
    await client.end()
  }
}

/** An index costs less when it is built at the end. @returns what builds the indexes again */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows: keys } = await client.query<{ name: string; sql: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS sql FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('p', 'u')`,
    [table],
  )
  for (const { name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE schemaname = 'wallet' AND tablename = $1`,
    [table],
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  return [
    ...keys.map(({ name, sql }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${sql}`),
    ...indexes.map(({ sql }) => sql),
  ]
}

async function writeBets(client: pg.Client, first: number, bets: number, ofPlayer: number): Promise<void> {
  await client.query(
    `WITH booked AS (INSERT INTO entry (reference, at, account_no, sequence, shard, step, kind, game, stake_paise, payout_paise, balance_side_paise, open_side_paise,
       held_side_paise, house_side_paise, outside_side_paise, bonus_side_paise, balance_after_paise, input_hash)
     SELECT (part || lpad(to_hex(bet), 8, '0') || '0000000')::uuid, now() - interval '365 days' * (1 - bet / $3::float8), account_no, 1 + bet, 0, 'open', 'play', 'Dice', 100, 100, 0, 0, 0, 0, 0, 0, $4, 0
     FROM generate_series($1::int + 1, $1::int + $2::int) AS bet CROSS JOIN (
       SELECT account_no, substr(digits, 1, 12) || '8' || substr(digits, 13, 3) || '8' AS part FROM account, encode(sha256(player_id::text::bytea), 'hex') AS digits
       ORDER BY account_no) accounts
     RETURNING reference, step, account_no, sequence, at)
     INSERT INTO entry_key TABLE booked`,
    [first, bets, ofPlayer, depositPaise],
  )
}
