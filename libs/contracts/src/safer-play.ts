import { z } from 'zod'
import type { RefusalParams } from './errors.ts'
import { limits } from './limits.ts'
import { inRupees, Rupees, rupeesBetween } from './money.ts'
import { operation } from './operation.ts'
import { EpochMs, Id, IsoTime, LimitPeriod, LimitType, NoInput, openEnum } from './primitives.ts'

const { timeOutHours, exclusionDays, limitMaxRupees } = limits.saferPlay

/** An amount for each period; null where there is no limit. */
const ofPeriods = <Amount extends z.ZodType>(amount: Amount) =>
  z.object({ day: amount, week: amount, month: amount } satisfies Record<LimitPeriod, Amount>)

/**
 * A limit that a player can set. `amount` is null without a limit. `pending` is a rise, or the end of the limit, which takes
 * effect at its time. `used` is the sum of the period so far. A gain is a negative loss. Payments knows the sum of deposits
 * (`getDeposited`).
 */
export const PlayLimit = z.object({
  type: openEnum(LimitType.options),
  period: openEnum(LimitPeriod.options),
  amount: Rupees.nullable(),
  used: Rupees.optional(),
  pending: z.object({ amount: Rupees.nullable(), at: IsoTime }).optional(),
})
export type PlayLimit = z.output<typeof PlayLimit>

/** All limits of a player, and the ends of a time-out and of a self-exclusion; null without them. */
export const SaferPlay = z.object({
  limits: z.array(PlayLimit),
  timeOutUntil: IsoTime.nullable(),
  excludedUntil: IsoTime.nullable(),
})
export type SaferPlay = z.output<typeof SaferPlay>

export const getLimits = operation({
  subject: 'wallet.get-limits',
  route: { method: 'GET', path: '/api/limits', access: 'player', rate: 'read', summary: 'The own rules of safer play' },
  input: NoInput,
  output: SaferPlay,
  errors: [],
})

/** A lower limit holds at once. A higher limit or a removal holds after 24 hours. The present amount cancels a pending change. */
export const setLimit = operation({
  subject: 'wallet.set-limit',
  route: {
    method: 'PUT',
    path: '/api/limits',
    access: 'player',
    rate: 'command',
    summary: 'Set, lower, raise or remove a limit',
  },
  input: z.object({
    type: LimitType,
    period: LimitPeriod,
    amount: rupeesBetween(0, limitMaxRupees, () => `A limit is ₹0 to ${inRupees(limitMaxRupees)}.`).nullable(),
  }),
  output: SaferPlay,
  errors: [],
})

/** Refuses bets for a time. It can be made longer, never shorter. */
export const takeTimeOut = operation({
  subject: 'wallet.take-time-out',
  route: {
    method: 'POST',
    path: '/api/limits/time-out',
    access: 'player',
    rate: 'command',
    summary: 'Take a break: no bets for a time',
  },
  input: z.object({ hours: z.int().min(timeOutHours.min).max(timeOutHours.max) }),
  output: SaferPlay,
  errors: [],
})

/** Refuses bets and deposits, never cash-outs, reveals, logins or withdrawals. It can be made longer, never shorter. */
export const excludeSelf = operation({
  subject: 'wallet.exclude-self',
  route: {
    method: 'POST',
    path: '/api/limits/self-exclusion',
    access: 'player',
    rate: 'command',
    summary: 'Close play and deposits for months',
  },
  input: z.object({ days: z.int().min(exclusionDays.min).max(exclusionDays.max) }),
  output: SaferPlay,
  errors: [],
})

/** The rules that can refuse a deposit: limits in paise, the end of a self-exclusion, a suspension. Null: no limit, no self-exclusion. */
export const readDepositRules = operation({
  subject: 'wallet.read-deposit-rules',
  callers: ['payments'],
  input: z.object({ playerId: Id }),
  output: z.object({
    limitsPaise: ofPeriods(z.int().nonnegative().nullable()),
    excludedUntilMs: EpochMs.nullable(),
    isSuspended: z.boolean(),
  }),
  errors: [],
})
export type DepositRules = z.output<typeof readDepositRules.output>

/** Deposits of the own requests that wait or were approved, by the calendar period of Asia/Kolkata in which they were sent. */
export const getDeposited = operation({
  subject: 'payments.get-deposited',
  route: {
    method: 'GET',
    path: '/api/limits/deposited',
    access: 'player',
    rate: 'read',
    summary: 'What counts against the own limits of deposits',
  },
  input: NoInput,
  output: ofPeriods(Rupees),
  errors: [],
})

const periodWords = { day: 'daily', week: 'weekly', month: 'monthly' } as const satisfies Record<LimitPeriod, string>

type OwnLimit = RefusalParams<'limit_reached'>

/** One limit of a player, with its paise and how much of it is left. */
export interface LimitLeft {
  readonly type: LimitType
  readonly period: LimitPeriod
  readonly limitPaise: number
  readonly leftPaise: number
}

/** The text and the params of `limit_reached`. */
export function limitReached({ type, period, limitPaise, leftPaise }: LimitLeft): readonly [string, OwnLimit] {
  const [limit, left] = [limitPaise / 100, leftPaise / 100]
  const text = `Your ${periodWords[period]} ${type} limit is ${inRupees(limit)}. You have ${inRupees(left)} left of it. See your limits under Safer play.`
  return [text, { type, period, limit, left }]
}
