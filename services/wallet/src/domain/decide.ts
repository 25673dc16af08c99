import type { ErrorCode } from '@kismet/contracts'
import type { Account } from './account.ts'
import * as bets from './bets.ts'
import type { Ruling } from './bets.ts'
import * as cash from './cash.ts'
import { familyOf, maxAmountPaise, stepOf } from './command.ts'
import type { MoneyCommand, Outcome, Request } from './command.ts'
import type { Entry, Recorded, RecordedStep } from './entry.ts'

/** What a command comes to: the answer that it had before, a refusal, or something to book. */
export type Decision = { readonly answer: Outcome } | { readonly book: Exclude<Ruling, ErrorCode> }

/**
 * Decides one command against its account and what the ledger holds of its reference. Order: a replay answers whatever else has changed since, then whose
 * the reference is, then the rules of the command.
 */
export function decide({ command, inputHash }: Request, account: Account, recorded: Recorded, nowMs: number): Decision {
  const same = recorded[stepOf[command.kind]] ?? voidThatCameFirst(command, recorded)
  if (same?.inputHash === inputHash) return { answer: answerOf(same, recorded) }
  if (!isAmountInRange(command)) return refuse('invalid_request')
  if (isForeign(command, recorded)) return refuse(refusalOfForeign(command))
  if (stepOf[command.kind] === 'open' && same !== undefined && same.kind !== 'void')
    return refuse('idempotency_conflict')
  const ruling = rule(command, account, recorded, nowMs)
  return typeof ruling === 'string' ? refuse(ruling) : { book: ruling }
}

function voidThatCameFirst({ kind }: MoneyCommand, { open }: Recorded): RecordedStep | undefined {
  return kind === 'void' && open?.kind === 'void' ? open : undefined
}

function rule(command: MoneyCommand, account: Account, recorded: Recorded, nowMs: number): Ruling {
  switch (command.kind) {
    case 'play':
      return bets.play(command, account, recorded, nowMs)
    case 'reserve':
      return bets.reserve(command, account, recorded, nowMs)
    case 'settle':
      return bets.settle(command, recorded)
    case 'void':
      return bets.voidBet(command, recorded)
    case 'deposit':
      return cash.deposit(command)
    case 'hold':
      return cash.hold(command, account)
    case 'release':
      return cash.release(recorded)
    case 'pay-out':
      return cash.payOut(recorded)
  }
}

function refuse(code: ErrorCode): Decision {
  return { answer: { ok: false, code } }
}

/** The first answer of a step that is booked. The bonus that it released, if any, is an entry of its own after it. */
export function answerOf(step: RecordedStep, recorded: Recorded): Outcome {
  const released = recorded.bonus !== undefined && (step.kind === 'play' || step.kind === 'settle')
  return bookedOutcome(released ? recorded.bonus : step, released, true)
}

/** The outcome of a command whose newest entry is `last`, with the numbers of that entry. */
export function bookedOutcome(
  last: Pick<Entry, 'balanceAfterPaise' | 'sequence'>,
  bonusReleased: boolean,
  replayed: boolean,
): Outcome {
  return { ok: true, balancePaise: last.balanceAfterPaise, balanceSeq: last.sequence, bonusReleased, replayed }
}

/** True when the reference is another player's, or names a thing of another kind. */
function isForeign(command: MoneyCommand, { open }: Recorded): boolean {
  if (open === undefined) return false
  return open.playerId !== command.playerId || familyOf[open.kind] !== familyOf[command.kind]
}

/** Where the contract of an operation has `not_found`, a thing of somebody else is simply not there. */
function refusalOfForeign({ kind }: MoneyCommand): ErrorCode {
  return kind === 'settle' || kind === 'release' || kind === 'pay-out' ? 'not_found' : 'idempotency_conflict'
}

function isAmountInRange(command: MoneyCommand): boolean {
  switch (command.kind) {
    case 'play':
      return command.stakePaise <= maxAmountPaise && command.payoutPaise <= maxAmountPaise
    case 'reserve':
      return command.stakePaise <= maxAmountPaise
    case 'settle':
      return command.payoutPaise <= maxAmountPaise
    case 'deposit':
    case 'hold':
      return command.amountPaise <= maxAmountPaise
    case 'void':
    case 'release':
    case 'pay-out':
      return true
  }
}
