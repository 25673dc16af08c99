import { gainOf, limits } from '@kismet/contracts'
import type { EntryKind, Game, LedgerEntry } from '@kismet/contracts'

/** Ended bets of a game, in paise. */
export interface GameSums {
  readonly bets: number
  readonly stakesPaise: number
  readonly payoutsPaise: number
}

/** What entries moved on each account of the ledger, in paise. The six accounts sum to 0. */
export interface Accounts {
  readonly entries: number
  readonly players: number
  readonly openStakes: number
  readonly held: number
  readonly house: number
  readonly outside: number
  readonly bonus: number
}

export interface Win {
  readonly entryId: string
  readonly playerId: string
  readonly game: Game
  readonly reference: string
  readonly stakePaise: number
  readonly payoutPaise: number
  readonly at: string
}

interface Counted {
  readonly count: number
  readonly paise: number
}

/** The sums of corrections: on balances of players, and on the house accounts that bear them. */
interface CorrectionSums {
  readonly added: number
  readonly taken: number
  readonly addedPaise: number
  readonly takenPaise: number
  readonly housePaise: number
  readonly outsidePaise: number
  readonly bonusPaise: number
}

/** What the entries of a day, or of several days, come to. */
export interface DaySums {
  readonly games: Readonly<Partial<Record<Game, GameSums>>>
  /** Deposits, paid withdrawals and bonuses. */
  readonly deposits: Counted
  readonly payouts: Counted
  readonly bonuses: Counted
  readonly corrections: CorrectionSums
  readonly accounts: Accounts
  /** The largest gains first. */
  readonly wins: readonly Win[]
}

const nothing: Counted = { count: 0, paise: 0 }
export const noAccounts: Accounts = {
  ...{ entries: 0, players: 0, openStakes: 0 },
  ...{ held: 0, house: 0, outside: 0, bonus: 0 },
}
export const noSums: DaySums = {
  ...{ games: {}, deposits: nothing, payouts: nothing, bonuses: nothing },
  corrections: {
    ...{ added: 0, taken: 0, addedPaise: 0, takenPaise: 0 },
    ...{ housePaise: 0, outsidePaise: 0, bonusPaise: 0 },
  },
  ...{ accounts: noAccounts, wins: [] },
}

/** The account that bears what an entry moves between a balance and the rest of the ledger. */
function bearerOf({ kind, account }: LedgerEntry): 'openStakes' | 'house' | 'outside' | 'bonus' | undefined {
  const bearers: Readonly<Record<EntryKind, ReturnType<typeof bearerOf>>> = {
    play: 'house',
    reserve: 'openStakes',
    settle: 'house',
    void: 'openStakes',
    deposit: 'outside',
    hold: undefined,
    release: undefined,
    'pay-out': 'outside',
    bonus: 'bonus',
    correction: account ?? undefined,
  }
  return bearers[kind]
}

/**
 * What an entry moves on each account.
 * @throws Error for a correction without its account, which only a wallet of the previous release sends
 */
export function accountsOf(entry: LedgerEntry): Accounts {
  const { kind, amountPaise, heldPaise, stakePaise } = entry
  const bearer = bearerOf(entry)
  if (kind === 'correction' && bearer === undefined) throw new Error(`A correction without account: ${entry.entryId}`)
  const openStakes = kind === 'settle' ? 0 - stakePaise : 0
  const moved = { ...noAccounts, entries: 1, players: amountPaise, held: heldPaise, openStakes }
  if (bearer === undefined) return moved
  return { ...moved, [bearer]: moved[bearer] - amountPaise - heldPaise - openStakes }
}

const namesOf = <Sums extends object>(sums: Sums) => Object.keys(sums) as (keyof Sums)[]

/** Adds field by field. */
export function added<Sums extends Readonly<Record<keyof Sums, number>>>(one: Sums, other: Sums): Sums {
  return Object.fromEntries(namesOf(one).map((name) => [name, one[name] + other[name]])) as unknown as Sums
}

export const addAccounts = (one: Accounts, other: Accounts): Accounts => added(one, other)

/** The largest wins of two lists. An entry that was counted before is in the list once. */
function largest(wins: readonly Win[]): readonly Win[] {
  const once = new Map(wins.map((win) => [win.entryId, win]))
  const order = (one: Win, other: Win) => gainOf(other) - gainOf(one) || one.entryId.localeCompare(other.entryId)
  return [...once.values()].sort(order).slice(0, limits.reports.winsShown)
}

function addGames(one: DaySums['games'], other: DaySums['games']): DaySums['games'] {
  const games = { ...one }
  for (const game of namesOf(other)) {
    const sums = other[game]
    if (sums !== undefined) games[game] = added(games[game] ?? { bets: 0, stakesPaise: 0, payoutsPaise: 0 }, sums)
  }
  return games
}

/** The sums of two parts of the ledger together. */
export function addSums(one: DaySums, other: DaySums): DaySums {
  return {
    games: addGames(one.games, other.games),
    deposits: added(one.deposits, other.deposits),
    payouts: added(one.payouts, other.payouts),
    bonuses: added(one.bonuses, other.bonuses),
    corrections: added(one.corrections, other.corrections),
    accounts: addAccounts(one.accounts, other.accounts),
    wins: other.wins.length === 0 ? one.wins : largest([...one.wins, ...other.wins]),
  }
}

function correctionOf(entry: LedgerEntry): CorrectionSums {
  const { house, outside, bonus } = accountsOf(entry)
  const [addedPaise, takenPaise] = [Math.max(0, entry.amountPaise), Math.max(0, 0 - entry.amountPaise)]
  return {
    ...{ added: Math.sign(addedPaise), taken: Math.sign(takenPaise), addedPaise, takenPaise },
    ...{ housePaise: house, outsidePaise: outside, bonusPaise: bonus },
  }
}

/** The sums with one more entry. */
export function addEntry(sums: DaySums, entry: LedgerEntry): DaySums {
  const { kind, game, amountPaise, heldPaise, stakePaise, payoutPaise } = entry
  const next = { ...sums, accounts: addAccounts(sums.accounts, accountsOf(entry)) }
  const one = (paise: number): Counted => ({ count: 1, paise })
  if (kind === 'deposit') return { ...next, deposits: added(sums.deposits, one(amountPaise)) }
  if (kind === 'bonus') return { ...next, bonuses: added(sums.bonuses, one(amountPaise)) }
  // Signed: a pay-out lowers the held money.
  if (kind === 'pay-out') return { ...next, payouts: added(sums.payouts, one(0 - heldPaise)) }
  if (kind === 'correction') {
    return { ...next, corrections: added(sums.corrections, correctionOf(entry)) }
  }
  if ((kind !== 'play' && kind !== 'settle') || game === null) return next
  const { entryId, playerId, reference, at } = entry
  const last = sums.wins.at(-1)
  const isFull = last !== undefined && sums.wins.length >= limits.reports.winsShown
  const isLarge = gainOf(entry) > 0 && (!isFull || gainOf(entry) >= gainOf(last))
  const win: Win = { entryId, playerId, game, reference, stakePaise, payoutPaise, at }
  return {
    ...next,
    games: addGames(sums.games, { [game]: { bets: 1, stakesPaise: stakePaise, payoutsPaise: payoutPaise } }),
    ...(isLarge && { wins: largest([...sums.wins, win]) }),
  }
}
