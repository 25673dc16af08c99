import type { Pool } from '@kismet/service-kit/database'

/** Runs a transaction without its end as the owner of the tables, and ends it. @returns the lines that it selects, which an operator is shown */
export async function runAsOwner(owner: Pool, sql: string, end: 'COMMIT' | 'ROLLBACK' = 'COMMIT'): Promise<string[]> {
  if (sql === '') return []
  const results = await owner.query<unknown[]>({ text: `${sql}\n${end};`, rowMode: 'array' })
  return [results].flat().flatMap(({ rows }) => rows.map(String))
}

interface LedgerEntry {
  readonly betId: string
  readonly playerId: string
  readonly kind: 'play' | 'reserve' | 'settle'
}

/** Writes an entry into the ledger of the wallet, as far as a repair reads it. */
export async function enterInLedger(owner: Pool, { betId, playerId, kind }: LedgerEntry): Promise<void> {
  await owner.query('INSERT INTO wallet.account (player_id) VALUES ($1) ON CONFLICT DO NOTHING', [playerId])
  await owner.query(
    `INSERT INTO wallet.entry (reference, at, account_no, sequence, shard, step, kind, stake_paise, payout_paise, balance_side_paise, open_side_paise, held_side_paise,
       house_side_paise, outside_side_paise, bonus_side_paise, balance_after_paise, input_hash)
     SELECT $1, now(), account_no, 1 + (SELECT count(*) FROM wallet.entry WHERE entry.account_no = account.account_no), 0, $3, $4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
     FROM wallet.account WHERE player_id = $2`,
    [betId, playerId, kind === 'settle' ? 'close' : 'open', kind],
  )
}
