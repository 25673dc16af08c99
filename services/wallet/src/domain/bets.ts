import type { ErrorCode } from '@kismet/contracts'
import type { Account } from './account.ts'
import { activityOn, afterBet, afterRefund, dayOf } from './activity.ts'
import type { CommandOf } from './command.ts'
import { movement } from './entry.ts'
import type { Movement, Recorded } from './entry.ts'
import { stakeRefusal } from './protection.ts'

/** Either why a command is refused, or what it moves. */
export type Ruling = ErrorCode | Movement

/** Why a stake may not be taken, or undefined. Order: protection (403) before the state of the bet (409) before funds (422). */
function refusalOfStake(
  account: Account,
  recorded: Recorded,
  stakePaise: number,
  nowMs: number,
  ifVoided: ErrorCode,
): ErrorCode | undefined {
  const activity = activityOn(account.activity, dayOf(nowMs))
  const refusal = stakeRefusal(account.protection, activity, stakePaise, nowMs)
  if (refusal !== undefined) return refusal
  if (recorded.open !== undefined) return ifVoided
  return account.balancePaise < stakePaise ? 'insufficient_balance' : undefined
}

/** Stake and payout of an instant game in one transfer with the house. */
export function play(command: CommandOf<'play'>, recorded: Recorded, account: Account, nowMs: number): Ruling {
  const { stakePaise, payoutPaise, game, detail = null } = command
  const refusal = refusalOfStake(account, recorded, stakePaise, nowMs, 'idempotency_conflict')
  if (refusal !== undefined) return refusal
  const sides = { balance: payoutPaise - stakePaise, house: stakePaise - payoutPaise }
  return movement('play', sides, { game, stakePaise, payoutPaise, detail })
}

/** Puts the stake among the player's open stakes. */
export function reserve(command: CommandOf<'reserve'>, recorded: Recorded, account: Account, nowMs: number): Ruling {
  const { stakePaise, game, detail = null } = command
  const refusal = refusalOfStake(account, recorded, stakePaise, nowMs, 'bet_voided')
  if (refusal !== undefined) return refusal
  return movement('reserve', { balance: -stakePaise, open: stakePaise }, { game, stakePaise, detail })
}

/** Moves the open stake to the house and the payout to the player. A decision for another stake is refused. */
export function settle(command: CommandOf<'settle'>, recorded: Recorded): Ruling {
  const { open, close } = recorded
  if (close?.kind === 'void' || open?.kind === 'void') return 'bet_voided'
  if (close !== undefined) return 'idempotency_conflict'
  if (open?.kind !== 'reserve') return 'not_found'
  const { stakePaise, game } = open
  const { payoutPaise, detail = null } = command
  if (command.stakePaise !== stakePaise) return 'idempotency_conflict'
  const sides = { balance: payoutPaise, open: -stakePaise, house: stakePaise - payoutPaise }
  return movement('settle', sides, { game, stakePaise, payoutPaise, detail })
}

/** Returns the open stake. A void without a reserve moves no money, and refuses a later reserve. */
export function voidBet(command: CommandOf<'void'>, recorded: Recorded): Ruling {
  const { open, close } = recorded
  if (close?.kind === 'settle' || open?.kind === 'play') return 'bet_settled'
  if (open === undefined) return movement('void', {}, { note: command.reason, step: 'open' })
  const { stakePaise, game } = open
  return movement('void', { balance: stakePaise, open: -stakePaise }, { game, stakePaise, note: command.reason })
}

/** What a movement adds to the player's activity, on the day of `nowMs`. */
export function countActivity(account: Account, moved: Movement, recorded: Recorded, nowMs: number): void {
  if (moved.stakePaise === 0) return
  const activity = activityOn(account.activity, dayOf(nowMs))
  if (moved.kind === 'void') {
    account.activity = afterRefund(activity, moved.stakePaise, dayOf(recorded.open?.atMs ?? nowMs))
  } else {
    // The stake of a bet that lasts has counted when it was reserved.
    const takenPaise = moved.kind === 'settle' ? 0 : moved.stakePaise
    account.activity = afterBet(activity, takenPaise, moved.payoutPaise)
  }
}
