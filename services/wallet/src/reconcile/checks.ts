const inWindow = 'transaction_id >= $1::xid8 AND transaction_id < $2::xid8'

/** What a check has looked at, by name: how many there are of transactions from $1 to before $2. */
export const counts = {
  entries: `SELECT count(*) FROM entry WHERE ${inWindow}`,
  touchedAccounts: `SELECT count(DISTINCT account_no) FROM entry WHERE ${inWindow}`,
  touchedReferences: `SELECT count(DISTINCT reference) FROM entry WHERE ${inWindow}`,
  accounts: 'SELECT count(*) FROM account WHERE $1::xid8 < $2::xid8',
  bonuses: 'SELECT count(*) FROM account WHERE first_deposit_paise > 0 AND $1::xid8 < $2::xid8',
  houseAccounts: 'SELECT count(*) FROM house_account WHERE $1::xid8 < $2::xid8',
  opened: `SELECT count(*) FROM entry WHERE kind IN ('reserve', 'hold') AND ${inWindow}`,
} as const

/**
 * One check of the ledger. `sql` gives a row for each break, with a text that names the break. The
 * text of a break does not change with later bookings. `sql` sees the entries of a range of
 * transactions, and the accounts.
 */
export interface Check {
  readonly name: string
  readonly sql: string
  readonly counted: keyof typeof counts
  readonly depth: (typeof depths)[number]
}

/** What a check has to look at: some entries and what they touched, all accounts, or the whole ledger. */
export const depths = ['entries', 'accounts', 'whole'] as const

/** Who an account is, where one of that number is there. */
const player = (accountNo: string) =>
  `coalesce((SELECT named.player_id FROM account named WHERE named.account_no = ${accountNo})::text, 'without account')`

const sumOfSides =
  'balance_side_paise + open_side_paise + held_side_paise + house_side_paise + outside_side_paise + bonus_side_paise'

export const checks: readonly Check[] = [
  {
    name: 'each transaction sums to zero',
    depth: 'entries',
    counted: 'entries',
    sql: `SELECT format('entry %s of player %s (%s) sums to %s', sequence, ${player('entry.account_no')}, kind, ${sumOfSides}) AS what
    FROM entry WHERE ${inWindow} AND ${sumOfSides} <> 0`,
  },
  {
    name: 'each balance equals its entries',
    depth: 'whole',
    counted: 'accounts',
    sql: `SELECT format('player %s has balance %s, open %s, held %s, net %s in %s entries; the entries sum to %s, %s, %s, %s in %s', ${player('coalesce(a.account_no, e.account_no)')},
      a.balance_paise, a.open_paise, a.held_paise, a.net_paise, a.sequence, e.balance, e.open, e.held, e.net, e.entries) AS what
    FROM account a FULL JOIN (
      SELECT account_no, sum(balance_side_paise) AS balance, sum(open_side_paise) AS open, sum(held_side_paise) AS held, -sum(house_side_paise) AS net,
        count(*) AS entries
      FROM entry WHERE ${inWindow} GROUP BY account_no
    ) e USING (account_no)
    WHERE a.player_id IS NULL OR a.balance_paise <> coalesce(e.balance, 0) OR a.open_paise <> coalesce(e.open, 0)
      OR a.held_paise <> coalesce(e.held, 0) OR a.net_paise <> coalesce(e.net, 0) OR a.sequence <> coalesce(e.entries, 0)`,
  },
  // The entry before the first one in the window is the anchor that the window has to continue.
  {
    name: 'sequences have no gap and balances continue each other',
    depth: 'entries',
    counted: 'entries',
    sql: `WITH touched AS (
      SELECT account_no, min(sequence) AS first, max(sequence) AS last FROM entry WHERE ${inWindow} GROUP BY account_no
    ), chain AS (
      SELECT e.account_no, e.sequence, e.balance_after_paise, e.balance_side_paise, t.first,
        lag(e.sequence) OVER account AS previous, lag(e.balance_after_paise) OVER account AS before
      FROM touched t JOIN entry e ON e.account_no = t.account_no AND e.sequence BETWEEN t.first - 1 AND t.last
      WINDOW account AS (PARTITION BY e.account_no ORDER BY e.sequence)
    )
    SELECT format('entry %s of player %s follows %s: balance %s after %s moved by %s', sequence, ${player('chain.account_no')}, coalesce(previous, 0),
      balance_after_paise, coalesce(before, 0), balance_side_paise) AS what
    FROM chain WHERE sequence >= first
      AND (sequence <> coalesce(previous, 0) + 1 OR balance_after_paise <> coalesce(before, 0) + balance_side_paise)`,
  },
  {
    name: 'each account ends where its entries end',
    depth: 'entries',
    counted: 'touchedAccounts',
    sql: `WITH touched AS (SELECT DISTINCT account_no FROM entry WHERE ${inWindow})
    SELECT format('player %s has balance %s at %s, the last entry %s at %s', ${player('t.account_no')}, a.balance_paise, a.sequence,
      e.balance_after_paise, e.sequence) AS what
    FROM touched t
    LEFT JOIN account a ON a.account_no = t.account_no
    LEFT JOIN LATERAL (
      SELECT sequence, balance_after_paise FROM entry WHERE entry.account_no = t.account_no ORDER BY sequence DESC LIMIT 1
    ) e ON true
    WHERE a.sequence IS DISTINCT FROM e.sequence OR a.balance_paise IS DISTINCT FROM e.balance_after_paise`,
  },
  {
    name: 'no balance is negative',
    depth: 'accounts',
    counted: 'accounts',
    sql: `SELECT format('player %s has a negative amount: balance %s, open %s, held %s', player_id, least(balance_paise, 0), least(open_paise, 0),
      least(held_paise, 0)) AS what
    FROM account WHERE $1::xid8 < $2::xid8 AND least(balance_paise, open_paise, held_paise) < 0`,
  },
  {
    name: 'no entry left a negative balance',
    depth: 'entries',
    counted: 'entries',
    sql: `SELECT format('entry %s of player %s left a balance of %s', sequence, ${player('entry.account_no')}, balance_after_paise) AS what
    FROM entry WHERE ${inWindow} AND balance_after_paise < 0`,
  },
  // The life of a reference: opened once, closed at most once, by one player, with no open or held
  // money after the close.
  {
    name: 'no bet is settled twice, no withdrawal decided twice',
    depth: 'entries',
    counted: 'touchedReferences',
    sql: `WITH touched AS (SELECT DISTINCT reference FROM entry WHERE ${inWindow}), thing AS (
      SELECT reference, count(*) FILTER (WHERE step = 'open') AS opened, count(*) FILTER (WHERE step = 'close') AS closed,
        count(DISTINCT account_no) AS players, sum(open_side_paise) AS open, sum(held_side_paise) AS held,
        bool_or(step = 'open' AND kind IN ('void', 'release')) AS closed_first
      FROM touched JOIN entry USING (reference) GROUP BY reference
    )
    SELECT format('%s was opened %s times and closed %s times by %s players; open %s, held %s', reference, opened, closed, players, open, held) AS what
    FROM thing WHERE opened > 1 OR closed > 1 OR players > 1 OR open < 0 OR held < 0
      OR (closed > 0 AND (open <> 0 OR held <> 0)) OR (closed > 0 AND (opened = 0 OR closed_first))`,
  },
  {
    name: 'each bonus is paid once and was earned',
    depth: 'whole',
    counted: 'bonuses',
    sql: `SELECT format('player %s: %s bonuses of %s paid; %s was promised for %s, %s was counted', a.player_id, coalesce(e.paid, 0),
      coalesce(e.amount, 0), a.bonus_paise, a.first_deposit_paise, a.counted_paise) AS what
    FROM account a LEFT JOIN (
      SELECT account_no, count(*) AS paid, sum(balance_side_paise) AS amount FROM entry WHERE kind = 'bonus' AND ${inWindow} GROUP BY account_no
    ) e USING (account_no)
    WHERE coalesce(e.paid, 0) <> CASE WHEN a.bonus_released THEN 1 ELSE 0 END
      OR (a.bonus_released AND (e.amount <> a.bonus_paise OR a.counted_paise * 100 < a.first_deposit_paise * $3::bigint))`,
  },
  {
    name: 'all accounts together sum to zero',
    depth: 'accounts',
    counted: 'accounts',
    sql: `SELECT format('players, the house and the outside have %s together', players.paise + house.paise) AS what
    FROM (SELECT coalesce(sum(balance_paise + open_paise + held_paise), 0) AS paise FROM account) players,
      (SELECT sum(house_paise + outside_paise + bonus_paise) AS paise FROM house_account) house
    WHERE $1::xid8 < $2::xid8 AND players.paise + house.paise <> 0`,
  },
  {
    name: "the house's accounts equal their entries",
    depth: 'whole',
    counted: 'houseAccounts',
    sql: `SELECT format('shard %s has house %s, outside %s, bonus %s; its entries sum to %s, %s, %s', shard, h.house_paise, h.outside_paise, h.bonus_paise,
      e.house, e.outside, e.bonus) AS what
    FROM house_account h FULL JOIN (
      SELECT shard, sum(house_side_paise) AS house, sum(outside_side_paise) AS outside, sum(bonus_side_paise) AS bonus
      FROM entry WHERE ${inWindow} GROUP BY shard
    ) e USING (shard)
    WHERE h.shard IS NULL OR h.house_paise <> coalesce(e.house, 0) OR h.outside_paise <> coalesce(e.outside, 0) OR h.bonus_paise <> coalesce(e.bonus, 0)`,
  },
  // By another way than the sums: what is open is what was reserved and not closed, what is held what was held and not decided.
  {
    name: 'open stakes and held money are those that are not closed',
    depth: 'whole',
    counted: 'opened',
    sql: `SELECT format('open stakes are %s by accounts and %s by bets; held money is %s by accounts and %s by withdrawals',
      accounts.open, things.open, accounts.held, things.held) AS what
    FROM (SELECT coalesce(sum(open_paise), 0) AS open, coalesce(sum(held_paise), 0) AS held FROM account) accounts,
      (SELECT coalesce(sum(stake_paise), 0) AS open, coalesce(sum(held_side_paise), 0) AS held FROM entry opened
       WHERE kind IN ('reserve', 'hold') AND ${inWindow}
         AND NOT EXISTS (SELECT FROM entry WHERE reference = opened.reference AND step = 'close')) things
    WHERE accounts.open <> things.open OR accounts.held <> things.held`,
  },
]
