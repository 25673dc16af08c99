import type { Account } from './account.ts'
import { newAccount } from './account.ts'
import type { BatchDecision, BatchInput } from './batch.ts'
import type { Entry } from './entry.ts'

/** A batch violates a rule of the ledger. Booking stops until an operator has looked. */
export class LedgerBreach extends Error {
  override readonly name = 'LedgerBreach'
}

function hold(condition: boolean, breach: () => string): void {
  if (!condition) throw new LedgerBreach(breach())
}

/**
 * Checks the rules of every batch before it is written, by other code than the code that decided
 * it. Each entry sums to zero and continues its player's chain without a gap. No balance is
 * negative. Each account ends where its entries end.
 * @throws LedgerBreach
 */
export function assertBatch({ accounts }: BatchInput, { changed, entries }: BatchDecision): void {
  const ends = new Map<string, Chain>()
  for (const entry of entries) {
    const { playerId } = entry
    ends.set(playerId, follow(ends.get(playerId) ?? accounts.get(playerId) ?? newAccount(playerId), entry))
  }
  hold(ends.size === changed.size, () => `${changed.size} accounts change, but ${ends.size} have entries`)
  for (const [playerId, account] of changed) assertAccount(account, ends.get(playerId))
}

/** What the entries of a player come to. */
type Chain = Readonly<
  Pick<Account, 'sequence' | 'balancePaise' | 'openPaise' | 'heldPaise' | 'netPaise' | 'houseCorrectionsPaise'>
>

function follow(chain: Chain, entry: Entry): Chain {
  const { balance, open, held, house, outside, bonus } = entry.sides
  const name = () => `entry ${entry.sequence} (${entry.kind} ${entry.reference}) of player ${entry.playerId}`
  hold(balance + open + held + house + outside + bonus === 0, () => `${name()} does not sum to zero`)
  hold(entry.sequence === chain.sequence + 1, () => `${name()} does not follow ${chain.sequence}`)
  hold(entry.balanceAfterPaise === chain.balancePaise + balance, () => `${name()} breaks the chain of balances`)
  hold(entry.balanceAfterPaise >= 0, () => `${name()} leaves a negative balance`)
  return {
    sequence: entry.sequence,
    balancePaise: entry.balanceAfterPaise,
    openPaise: chain.openPaise + open,
    heldPaise: chain.heldPaise + held,
    netPaise: chain.netPaise - house,
    houseCorrectionsPaise: chain.houseCorrectionsPaise - (entry.kind === 'correction' ? house : 0),
  }
}

function assertAccount(account: Account, end: Chain | undefined): void {
  const name = () => `the account of player ${account.playerId}`
  hold(
    account.balancePaise === end?.balancePaise &&
      account.sequence === end.sequence &&
      account.openPaise === end.openPaise &&
      account.heldPaise === end.heldPaise &&
      account.netPaise === end.netPaise &&
      account.houseCorrectionsPaise === end.houseCorrectionsPaise,
    () => `${name()} does not end where its entries end`,
  )
  hold(account.openPaise >= 0 && account.heldPaise >= 0, () => `${name()} has negative open stakes or held money`)
  hold(
    Number.isSafeInteger(account.balancePaise) && Number.isSafeInteger(account.countedPaise),
    () => `${name()} holds an amount that is no safe integer`,
  )
}
