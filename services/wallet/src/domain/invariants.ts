import type { Account } from './account.ts'
import { newAccount } from './account.ts'
import type { BatchDecision, BatchInput } from './batch.ts'
import type { Entry } from './entry.ts'

/** The ledger would be wrong. Nothing may be booked any more until a person has looked. */
export class LedgerBreach extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LedgerBreach'
  }
}

function hold(condition: boolean, breach: () => string): void {
  if (!condition) throw new LedgerBreach(breach())
}

/**
 * What must be true of every batch: each entry sums to zero and continues its player's chain without a gap, no balance is negative, and each account ends
 * where its entries end. Checked on every batch before it is written, by other code than the code that made it. @throws LedgerBreach
 */
export function assertBatch({ accounts }: BatchInput, { changed, entries }: BatchDecision): void {
  const ends = new Map<string, Chain>()
  for (const entry of entries) {
    const chain = ends.get(entry.playerId) ?? startOf(accounts.get(entry.playerId) ?? newAccount(entry.playerId))
    ends.set(entry.playerId, follow(chain, entry))
  }
  hold(ends.size === changed.size, () => `${changed.size} accounts change, but ${ends.size} have entries`)
  for (const [playerId, account] of changed) assertAccount(account, ends.get(playerId))
}

interface Chain {
  readonly sequence: number
  readonly balance: number
  readonly open: number
  readonly held: number
}

function startOf(account: Account): Chain {
  const { sequence, balancePaise, openPaise, heldPaise } = account
  return { sequence, balance: balancePaise, open: openPaise, held: heldPaise }
}

function follow(chain: Chain, entry: Entry): Chain {
  const { balance, open, held, house, outside, bonus } = entry.sides
  const name = () => `entry ${entry.sequence} (${entry.kind} ${entry.reference}) of player ${entry.playerId}`
  hold(balance + open + held + house + outside + bonus === 0, () => `${name()} does not sum to zero`)
  hold(entry.sequence === chain.sequence + 1, () => `${name()} does not follow ${chain.sequence}`)
  hold(entry.balanceAfterPaise === chain.balance + balance, () => `${name()} breaks the chain of balances`)
  hold(entry.balanceAfterPaise >= 0, () => `${name()} leaves a negative balance`)
  return {
    sequence: entry.sequence,
    balance: entry.balanceAfterPaise,
    open: chain.open + open,
    held: chain.held + held,
  }
}

function assertAccount(account: Account, end: Chain | undefined): void {
  const name = () => `the account of player ${account.playerId}`
  hold(
    account.balancePaise === end?.balance &&
      account.sequence === end.sequence &&
      account.openPaise === end.open &&
      account.heldPaise === end.held,
    () => `${name()} does not end where its entries end`,
  )
  hold(account.openPaise >= 0 && account.heldPaise >= 0, () => `${name()} has negative open stakes or held money`)
  hold(
    Number.isSafeInteger(account.balancePaise) && Number.isSafeInteger(account.countedPaise),
    () => `${name()} holds an amount that is no safe integer`,
  )
}
