import {
  adminGetPlayerLimits,
  closeWallet,
  excludeSelf,
  getLimits,
  Id,
  LimitPeriod,
  LimitType,
  paise,
  readDepositRules,
  setLimit,
  setSuspension,
  takeTimeOut,
} from '@kismet/contracts'
import type { PlayLimit, SaferPlay } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { WalletContext } from '../context.ts'
import type { Activity } from '../domain/activity.ts'
import { limitOf } from '../domain/protection.ts'
import { changeLimit, closeForGood, depositRules, exclude, ownRules, suspend, takeBreak } from '../safer-play.ts'
import type { OwnRules } from '../safer-play.ts'

const orNull = (amountPaise: number | null) => (amountPaise === null ? null : paise(amountPaise))
const timeOrNull = (atMs: number | null, nowMs: number) => (atMs === null || atMs <= nowMs ? null : isoTime(atMs))

/** How much of a limit is used in a period. Payments knows the deposits. */
function usedOf({ lostPaise, wageredPaise }: Activity, type: LimitType, period: LimitPeriod): Pick<PlayLimit, 'used'> {
  if (type === 'deposit') return {}
  return { used: paise(type === 'loss' ? lostPaise[period] : wageredPaise[period]) }
}

function limitView({ protection, waiting, activity }: OwnRules, type: LimitType, period: LimitPeriod): PlayLimit {
  const pending = waiting.find((change) => change.type === type && change.period === period)
  return {
    type,
    period,
    amount: orNull(limitOf(protection, { type, period })),
    ...usedOf(activity, type, period),
    ...(pending && { pending: { amount: orNull(pending.amountPaise), at: isoTime(pending.effectiveAtMs) } }),
  }
}

async function saferPlayOf(ctx: WalletContext, playerId: string): Promise<SaferPlay> {
  const rules = await ownRules(ctx, playerId)
  const nowMs = ctx.clock.now()
  return {
    limits: LimitType.options.flatMap((type) => LimitPeriod.options.map((period) => limitView(rules, type, period))),
    timeOutUntil: timeOrNull(rules.protection.timeOutUntilMs, nowMs),
    excludedUntil: timeOrNull(rules.protection.excludedUntilMs, nowMs),
  }
}

/** Safer play: limits, breaks and self-exclusion of players, the rules that payments reads before a deposit, and suspensions that auth sets. */
export const saferPlayOperations = [
  handle(getLimits, (ctx: WalletContext, { player }) => saferPlayOf(ctx, player.id)),
  handle(setLimit, async (ctx: WalletContext, { player, input: { type, period, amount } }) => {
    await changeLimit(ctx, player.id, { type, period, amountPaise: amount })
    return saferPlayOf(ctx, player.id)
  }),
  handle(takeTimeOut, async (ctx: WalletContext, { player, input }) => {
    await takeBreak(ctx, player.id, input.hours)
    return saferPlayOf(ctx, player.id)
  }),
  handle(excludeSelf, async (ctx: WalletContext, { player, input }) => {
    await exclude(ctx, player.id, input.days)
    return saferPlayOf(ctx, player.id)
  }),
  handle(closeWallet, async (ctx: WalletContext, { input }) => {
    await closeForGood(ctx, input.playerId)
    return {}
  }),
  handle(adminGetPlayerLimits, (ctx: WalletContext, { input: { id } }) => {
    if (!Id.safeParse(id).success) throw new Refusal('not_found')
    return saferPlayOf(ctx, id)
  }),
  handle(setSuspension, async (ctx: WalletContext, { input: { playerId, ...change } }) => {
    await suspend(ctx, playerId, change)
    return {}
  }),
  handle(readDepositRules, (ctx: WalletContext, { input }) => depositRules(ctx, input.playerId)),
]
