import type { Account } from './account.ts'
import { newAccount } from './account.ts'
import { countActivity } from './bets.ts'
import { bonusOf, countsForBonus, isBonusDue } from './bonus.ts'
import type { BonusRules } from './bonus.ts'
import { refused } from './command.ts'
import type { Outcome, Request, SiteLimits } from './command.ts'
import { bookedOutcome, decide } from './decide.ts'
import { movement } from './entry.ts'
import type { Entry, Movement, Recorded } from './entry.ts'

/** Where something is found by its id. */
interface Lookup<Value> {
  get(id: string): Value | undefined
}

/** What the site has decided on. */
export interface SiteRules {
  readonly bonus: BonusRules
  readonly limits: SiteLimits
}

/** What is known when a batch is decided. */
export interface BatchInput extends SiteRules {
  /** In the order in which they take effect. */
  readonly requests: readonly Request[]
  /** By player id; a player who is not here is new. */
  readonly accounts: Lookup<Account>
  /** What the ledger holds, by reference. */
  readonly recorded: Lookup<Recorded>
  readonly nowMs: number
}

/** What a batch comes to: an outcome for each request, in their order, and all that has to be written for it. */
export interface BatchDecision {
  readonly outcomes: readonly Outcome[]
  /** The changed accounts, as they will be. */
  readonly changed: ReadonlyMap<string, Account>
  readonly entries: readonly Entry[]
  /** What the ledger will hold of the references that have changed. */
  readonly recorded: ReadonlyMap<string, Recorded>
}

/** The limit of balances and counters, so that sums stay exact integers. */
const maxSumPaise = 1_000_000_000_000_000

const nothingRecorded: Recorded = {}

/**
 * Decides the requests of a batch one after the other, each on the result of the previous requests.
 * A refusal changes no account and does not affect other requests.
 */
export function decideBatch(input: BatchInput): BatchDecision {
  const changed = new Map<string, Account>()
  const recorded = new Map<string, Recorded>()
  const entries: Entry[] = []

  const run = (request: Request): Outcome => {
    const { playerId, reference } = request.command
    const known = recorded.get(reference) ?? input.recorded.get(reference) ?? nothingRecorded
    const before = changed.get(playerId) ?? input.accounts.get(playerId) ?? newAccount(playerId)
    const decision = decide(request, before, known, input.nowMs, input.limits)
    if ('answer' in decision) return decision.answer
    if (!fits(before, decision.book)) return refused('invalid_request')

    const account = { ...before }
    const entry = post(account, request, decision.book, input.nowMs)
    countActivity(account, decision.book, known, input.nowMs)
    const booked = { ...known, [entry.step]: entry }
    entries.push(entry)
    const bonus = moveBonus(account, request, decision.book, input)
    if (bonus !== undefined) entries.push(bonus)
    changed.set(playerId, account)
    recorded.set(reference, bonus === undefined ? booked : { ...booked, bonus })
    return bookedOutcome(entry, bonus, false)
  }

  return { outcomes: input.requests.map(run), changed, entries, recorded }
}

function fits(account: Account, { sides, stakePaise }: Movement): boolean {
  return (
    account.balancePaise + sides.balance <= maxSumPaise &&
    account.activity.wageredPaise.month + stakePaise <= maxSumPaise &&
    Math.abs(account.netPaise - sides.house) <= maxSumPaise &&
    account.countedPaise + stakePaise <= maxSumPaise &&
    account.bonusPaise + account.balancePaise + sides.balance <= maxSumPaise
  )
}

/** Applies a movement to the player's side and makes its entry. */
function post(account: Account, { command, inputHash }: Request, moved: Movement, atMs: number): Entry {
  account.balancePaise += moved.sides.balance
  account.openPaise += moved.sides.open
  account.heldPaise += moved.sides.held
  account.netPaise -= moved.sides.house
  if (moved.kind === 'correction') account.houseCorrectionsPaise -= moved.sides.house
  account.sequence += 1
  return {
    ...moved,
    playerId: account.playerId,
    sequence: account.sequence,
    reference: command.reference,
    inputHash,
    balanceAfterPaise: account.balancePaise,
    atMs,
  }
}

/** Opens the bonus at the first deposit; counts a bet that is over; releases what is due. @returns the entry of a release. */
function moveBonus(
  account: Account,
  request: Request,
  moved: Movement,
  { bonus, nowMs }: BatchInput,
): Entry | undefined {
  if (moved.kind === 'deposit' && account.firstDepositPaise === 0) {
    account.firstDepositPaise = moved.sides.balance
    account.bonusPaise = bonusOf(moved.sides.balance, bonus)
    return undefined
  }
  if (moved.kind !== 'play' && moved.kind !== 'settle') return undefined
  if (account.firstDepositPaise === 0 || !countsForBonus(moved.stakePaise, moved.payoutPaise, bonus)) return undefined
  account.countedPaise += moved.stakePaise
  if (!isBonusDue(account, bonus)) return undefined
  account.bonusReleased = true
  const release = movement('bonus', { balance: account.bonusPaise, bonus: -account.bonusPaise })
  return post(account, request, release, nowMs)
}
