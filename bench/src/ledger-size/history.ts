import pg from 'pg'

/** A history: a number of entries, at times from an instant until another one. */
interface History {
  readonly entries: number
  readonly from: Date
  readonly until: Date
}

const reportEvery = 1_000_000

/**
 * Writes a history of bets into a ledger whose accounts have money: as many bets of each account, an even number. The
 * bets have the ids that Dice, Slots and Mines give. An account wins every second bet, so that its balance stays and
 * reconciliation stays clean.
 * @returns the number of entries
 */
export async function writeHistory(
  ownerUrl: string,
  { entries, from, until }: History,
  report: (line: string) => void,
): Promise<number> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    options: '-c search_path=wallet -c maintenance_work_mem=1GB -c synchronous_commit=off',
  })
  await client.connect()
  try {
    await client.query(
      "SELECT provide_months(month) FROM generate_series($1::timestamptz, $2, interval '1 month') AS month",
      [from, until],
    )
    const restore = [...(await dropIndexes(client, 'entry')), ...(await dropIndexes(client, 'entry_key'))]
    const { rows } = await client.query<{ accounts: number }>('SELECT count(*)::int AS accounts FROM account')
    const accounts = rows[0]?.accounts ?? 0
    const fromMs = from.getTime()
    const ofAccount = 2 * Math.ceil(entries / accounts / 2)
    for (let bet = 1; bet <= ofAccount; bet += 1) {
      await writeBets(client, bet, new Date(fromMs + ((until.getTime() - fromMs) * (bet - 1)) / ofAccount))
      if ((bet * accounts) % reportEvery < accounts) report(`  ${bet * accounts} of ${ofAccount * accounts} entries`)
    }
    await client.query('UPDATE account SET sequence = sequence + $1, version = version + 1', [ofAccount])
    report('  indexes')
    for (const sql of restore) {
      // The wallet checks its ledger meanwhile. Without an index that takes an hour, and holds the table.
      await client.query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = 'wallet' AND state = 'active'",
      )
      await client.query(sql)
    }
    await client.query('VACUUM ANALYZE account, entry, entry_key')
    return ofAccount * accounts
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
    // The text of an index leaves the partitions out.
    ...indexes.map(({ sql }) => sql.replace(' ON ONLY ', ' ON ')),
  ]
}

/** One bet of each account in a transaction of its own, because the log has the entries of a transaction by account. */
async function writeBets(client: pg.Client, bet: number, at: Date): Promise<void> {
  await client.query(
    `WITH booked AS (INSERT INTO entry (reference, at, account_no, sequence, shard, step, kind, game, stake_paise, payout_paise, balance_side_paise, open_side_paise,
       held_side_paise, house_side_paise, outside_side_paise, bonus_side_paise, balance_after_paise, input_hash)
     SELECT (part || lpad(to_hex(sequence + $1::int), 8, '0') || '0000000')::uuid, $2, account_no, sequence + $1, 0, 'open', 'play', (ARRAY['Dice', 'Slots', 'Mines'])[1 + $1 % 3],
       stake, (1 + won) * stake, won * stake, 0, 0, 0 - won * stake, 0, 0, balance_paise - CASE won WHEN 1 THEN 0 ELSE stake END, 0
     FROM (
       SELECT account_no, sequence, balance_paise, substr(digits, 1, 12) || '8' || substr(digits, 13, 3) || '8' AS part,
         100 * (1 + (($1 + 1) / 2 * 7919 + account_no * 31) % 997) AS stake, CASE $1 % 2 WHEN 0 THEN 1 ELSE -1 END AS won
       FROM account, encode(sha256(player_id::text::bytea), 'hex') AS digits ORDER BY account_no) accounts
     RETURNING reference, step, account_no, sequence, at)
     INSERT INTO entry_key TABLE booked`,
    [bet, at],
  )
}
