import { limits } from '@kismet/contracts'

/** The part of the ledger that a run of the checks reads. */
export interface Scope {
  /** SQL condition for entries. */
  readonly entries: string
  /** SQL condition for accounts. */
  readonly accounts: string
  /** SELECT of the sums of the entries of these accounts (`sumColumns`). */
  readonly sums: string
}

/** What an account's entries sum to, in the order of the columns of `proven_account`. */
const sums = {
  entries: 'count(*)',
  balance_paise: 'sum(balance_side_paise)',
  open_paise: 'sum(open_side_paise)',
  held_paise: 'sum(held_side_paise)',
  house_paise: 'sum(house_side_paise)',
  outside_paise: 'sum(outside_side_paise)',
  bonus_paise: 'sum(bonus_side_paise)',
  bonuses: "count(*) FILTER (WHERE kind = 'bonus')",
  paid_bonus_paise: "coalesce(sum(balance_side_paise) FILTER (WHERE kind = 'bonus'), 0)",
}
export const sumColumns = Object.keys(sums)

/** SELECT of the sums of entries by account. */
export function entrySums(entries: string): string {
  const summed = Object.entries(sums).map(([name, sum]) => `(${sum})::bigint AS ${name}`)
  return `SELECT account_no, ${summed.join(', ')} FROM entry WHERE ${entries} GROUP BY account_no`
}

const sumsOf = (parts: string) =>
  `SELECT account_no, ${sumColumns.map((name) => `sum(${name})::bigint AS ${name}`).join(', ')} FROM (${parts}) parts GROUP BY account_no`

/** The sums of all entries of some accounts, with those of archived months. */
const allSums = (accounts: string) =>
  sumsOf(`SELECT * FROM archived_account WHERE ${accounts} UNION ALL ${entrySums(accounts)}`)

/** All entries and all accounts. */
export const wholeLedger: Scope = { entries: 'true', accounts: 'true', sums: allSums('true') }

/** All entries of some accounts, from the first entry on. */
export function ofAccounts(accounts: readonly number[]): Scope {
  const which = `account_no = ANY ('{${accounts.join(',')}}'::int[])`
  return { entries: which, accounts: which, sums: allSums(which) }
}

/**
 * The entries that the snapshot `next` sees and the snapshot `seen` did not see. All accounts are
 * compared with the sums that are known of the earlier entries and those of the new ones.
 */
export function newEntries(seen: string, next: string): Scope {
  const entries = `transaction_id >= pg_snapshot_xmin('${seen}') AND transaction_id < pg_snapshot_xmax('${next}')
    AND NOT pg_visible_in_snapshot(transaction_id, '${seen}')`
  return { entries, accounts: 'true', sums: sumsOf(`TABLE proven_account UNION ALL ${entrySums(entries)}`) }
}

/**
 * One check. `sql` gives a row for each break: the account, and a text that names the break. A
 * check `of` the ledger has no account.
 */
export interface Check {
  readonly name: string
  readonly of: 'entries' | 'accounts' | 'ledger'
  readonly sql: (scope: Scope) => string
}

/** SQL: the player of an account. */
const player = (accountNo: string) =>
  `coalesce((SELECT named.player_id FROM account named WHERE named.account_no = ${accountNo})::text, 'without account')`

const sumOfSides =
  'balance_side_paise + open_side_paise + held_side_paise + house_side_paise + outside_side_paise + bonus_side_paise'

const accountsAndSums = ({ accounts, sums }: Scope) =>
  `(SELECT * FROM account WHERE ${accounts}) a FULL JOIN (${sums}) s USING (account_no)`

/** Without the entries of archived months. */
const keysAndEntries = 'entry_key LEFT JOIN entry e USING (reference, step, account_no, sequence, at)'

/**
 * All entries of the references of some entries. A bet that is played at once has one entry, which
 * its key keeps single. The lateral join keeps PostgreSQL from reading the whole table for a few.
 */
const ofReferences = (entries: string) =>
  entries === 'true'
    ? keysAndEntries
    : `(SELECT DISTINCT reference AS touched FROM entry WHERE ${entries} AND (step = 'close' OR kind IN ('reserve', 'hold'))) t
      CROSS JOIN LATERAL (SELECT * FROM ${keysAndEntries} WHERE reference = touched OFFSET 0) e`

export const checks: readonly Check[] = [
  {
    name: 'each entry sums to zero and leaves no negative balance',
    of: 'entries',
    sql: ({
      entries,
    }) => `SELECT account_no, format('entry %s of player %s (%s) sums to %s and leaves a balance of %s', sequence, ${player('entry.account_no')}, kind,
      ${sumOfSides}, balance_after_paise) AS what
    FROM entry WHERE ${entries} AND (${sumOfSides} <> 0 OR balance_after_paise < 0)`,
  },
  // The entry before the first one of an account is the anchor that the others have to continue.
  {
    name: 'sequences have no gap and balances continue each other',
    of: 'entries',
    sql: ({
      entries,
    }) => `SELECT chain.account_no, format('entry %s of player %s follows %s: balance %s after %s moved by %s', chain.sequence, ${player('chain.account_no')}, before.sequence,
      balance_after_paise, before.paise, balance_side_paise) AS what
    FROM (
      SELECT account_no, sequence, balance_after_paise, balance_side_paise, lag(sequence) OVER account AS previous, lag(balance_after_paise) OVER account AS paise
      FROM entry WHERE ${entries} WINDOW account AS (PARTITION BY account_no ORDER BY sequence)
    ) chain LEFT JOIN LATERAL (
      SELECT sequence, balance_after_paise AS paise FROM entry
      WHERE previous IS NULL AND account_no = chain.account_no AND sequence < chain.sequence ORDER BY sequence DESC LIMIT 1
    ) anchor ON true LEFT JOIN archived_account old
      ON old.account_no = chain.account_no AND previous IS NULL AND anchor.sequence IS NULL CROSS JOIN LATERAL (
      SELECT coalesce(previous, anchor.sequence, old.entries, 0) AS sequence, coalesce(chain.paise, anchor.paise, old.balance_paise, 0) AS paise
    ) before
    WHERE chain.sequence <> before.sequence + 1 OR balance_after_paise <> before.paise + balance_side_paise`,
  },
  // The life of a reference: opened once, closed at most once, by one player. Its stake is open and
  // its withdrawal is held until the close.
  {
    name: 'no bet is settled twice, no withdrawal decided twice',
    of: 'entries',
    sql: ({ entries }) => `WITH thing AS (
      SELECT reference, min(account_no) AS account_no, count(*) FILTER (WHERE step = 'open') AS opened, count(*) FILTER (WHERE step = 'close') AS closed,
        count(DISTINCT account_no) AS players, sum(open_side_paise) AS open, sum(held_side_paise) AS held,
        coalesce(sum(stake_paise) FILTER (WHERE kind = 'reserve'), 0) AS stake,
        bool_or(step = 'open' AND kind IN ('void', 'release')) AS closed_first
      FROM ${ofReferences(entries)} GROUP BY reference HAVING bool_and(kind IS NOT NULL)
    )
    SELECT account_no, format('%s was opened %s times and closed %s times by %s players; open %s, held %s', reference, opened, closed, players, open, held) AS what
    FROM thing WHERE opened <> 1 OR closed > 1 OR players > 1 OR held < 0 OR open <> CASE WHEN closed = 0 THEN stake ELSE 0 END
      OR (closed > 0 AND (held <> 0 OR closed_first))`,
  },
  {
    name: 'each account equals its entries',
    of: 'accounts',
    sql: (
      scope,
    ) => `SELECT account_no, format('player %s has balance %s, open %s, held %s, net %s in %s entries; the entries sum to %s, %s, %s, %s in %s',
      coalesce(a.player_id::text, 'without account'), a.balance_paise, a.open_paise, a.held_paise, a.net_paise, a.sequence, s.balance_paise, s.open_paise,
      s.held_paise, -s.house_paise, s.entries) AS what
    FROM ${accountsAndSums(scope)}
    WHERE a.player_id IS NULL OR a.balance_paise <> coalesce(s.balance_paise, 0) OR a.open_paise <> coalesce(s.open_paise, 0)
      OR a.held_paise <> coalesce(s.held_paise, 0) OR a.net_paise <> coalesce(-s.house_paise, 0) OR a.sequence <> coalesce(s.entries, 0)
      OR least(a.balance_paise, a.open_paise, a.held_paise) < 0`,
  },
  {
    name: 'each bonus is paid once and was earned',
    of: 'accounts',
    sql: (
      scope,
    ) => `SELECT account_no, format('player %s: %s bonuses of %s paid; %s was promised for %s, %s was counted', a.player_id, coalesce(s.bonuses, 0),
      coalesce(s.paid_bonus_paise, 0), a.bonus_paise, a.first_deposit_paise, a.counted_paise) AS what
    FROM ${accountsAndSums(scope)}
    WHERE coalesce(s.bonuses, 0) <> CASE WHEN a.bonus_released THEN 1 ELSE 0 END
      OR (a.bonus_released AND (s.paid_bonus_paise <> a.bonus_paise OR a.counted_paise * 100 < a.first_deposit_paise * ${limits.bonus.wagerPercent}))`,
  },
  {
    name: 'all accounts together sum to zero',
    of: 'ledger',
    sql: () => `SELECT NULL AS account_no, format('players, the house and the outside have %s together', players.paise + house.paise) AS what
    FROM (SELECT coalesce(sum(balance_paise + open_paise + held_paise), 0) AS paise FROM account) players,
      (SELECT sum(house_paise + outside_paise + bonus_paise) AS paise FROM house_account) house
    WHERE players.paise + house.paise <> 0`,
  },
  {
    name: "the casino's accounts equal their entries",
    of: 'ledger',
    sql: ({
      sums,
    }) => `SELECT NULL AS account_no, format('the casino has house %s, outside %s, bonus %s; the entries sum to %s, %s, %s', h.house, h.outside, h.bonus,
      e.house, e.outside, e.bonus) AS what
    FROM (SELECT sum(house_paise) AS house, sum(outside_paise) AS outside, sum(bonus_paise) AS bonus FROM house_account) h,
      (SELECT coalesce(sum(house_paise), 0) AS house, coalesce(sum(outside_paise), 0) AS outside, coalesce(sum(bonus_paise), 0) AS bonus FROM (${sums}) s) e
    WHERE (h.house, h.outside, h.bonus) <> (e.house, e.outside, e.bonus)`,
  },
]
