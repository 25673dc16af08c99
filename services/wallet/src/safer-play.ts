import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@kismet/contracts'
import type { DepositRules } from '@kismet/contracts'
import { inTransaction, takeLock } from '@kismet/service-kit/database'
import type { PoolClient } from '@kismet/service-kit/database'
import { lockNotAvailable, sqlState } from '@kismet/service-kit/database-failure'
import type { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { Refusal } from '@kismet/service-kit/refusal'
import type { WalletContext } from './context.ts'
import { saveProtection } from './db/account-columns.ts'
import { forEachId } from './for-each-id.ts'
import * as changes from './db/protection-changes.ts'
import type { WaitingChange } from './db/protection-changes.ts'
import { readAccount } from './db/read-account.ts'
import { activityOn, dayOf } from './domain/activity.ts'
import type { Activity } from './domain/activity.ts'
import { isRise, limitOf, longer, withLimit } from './domain/protection.ts'
import type { LimitChange, Protection } from './domain/protection.ts'

type SaferPlayContext = Pick<WalletContext, 'db' | 'clock' | 'log' | 'changeQueue' | 'stopQueue'>

/** The rules that hold for a player now, what waits, and what the periods of today hold. */
export interface OwnRules {
  readonly protection: Protection
  readonly waiting: readonly WaitingChange[]
  readonly activity: Activity
}

const { raiseAfterMs, changesPerDay } = limits.saferPlay
const [dayMs, hourMs] = [86_400_000, 3_600_000]
/**
 * How often due changes take effect. A bet may meet the old limit for this time; reads show the new
 * limit at once.
 */
const takeEveryMs = 10_000
const finishBet = 'You have an open bet. Finish it before you close the account.'
/** The end of an exclusion without an end. */
const forGoodMs = Date.UTC(9999, 11, 31)

/** What is due holds, whether or not it stands in the account yet. */
export async function ownRules({ db, clock }: SaferPlayContext, playerId: string): Promise<OwnRules> {
  const nowMs = clock.now()
  const { protection, activity } = await readAccount(db, playerId)
  const waiting = await changes.waitingOf(db, playerId)
  const isDue = ({ effectiveAtMs }: WaitingChange) => effectiveAtMs <= nowMs
  return {
    protection: waiting.filter(isDue).reduce(withLimit, protection),
    waiting: waiting.filter((change) => !isDue(change)),
    activity: activityOn(activity, dayOf(nowMs)),
  }
}

export async function depositRules(ctx: SaferPlayContext, playerId: string): Promise<DepositRules> {
  const { protection } = await ownRules(ctx, playerId)
  const { depositPaise: limitsPaise, excludedUntilMs, isSuspended } = protection
  return { limitsPaise, excludedUntilMs, isSuspended }
}

/** A change waits this long for the account row of its player, and then leaves its place to other players. */
const lockTimeoutMs = 100
const retryEveryMs = 100
/** The last retry begins this long after the call, 2 s before the timeout of the caller. */
const retryForMs = 3_000

/**
 * Runs changes of one player one after the other, also after a change by a previous leader. Waiting
 * changes hold no connection.
 */
async function runQueued(
  { db }: SaferPlayContext,
  queue: BoundedQueue,
  playerId: string,
  work: (transaction: PoolClient) => Promise<void>,
): Promise<void> {
  const change = () =>
    inTransaction(db, async (transaction) => {
      await transaction.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
      await takeLock(transaction, `protection ${playerId}`)
      await work(transaction)
    })
  const startedAt = performance.now()
  for (;;)
    try {
      await queue.run(playerId, change)
      return
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || performance.now() - startedAt > retryForMs) throw error
      await delay(retryEveryMs)
    }
}

/** Changes the rules of a player after the due changes are applied. */
function changing(
  ctx: SaferPlayContext,
  queue: BoundedQueue,
  playerId: string,
  change: (transaction: PoolClient, protection: Protection, nowMs: number) => Promise<Protection>,
): Promise<void> {
  return runQueued(ctx, queue, playerId, async (transaction) => {
    const nowMs = ctx.clock.now()
    const due = await changes.takeDue(transaction, playerId, nowMs)
    const before = (await readAccount(transaction, playerId)).protection
    const after = await change(transaction, due.reduce(withLimit, before), nowMs)
    if (after !== before) await saveProtection(transaction, playerId, after)
  })
}

/** Limits the changes of a player in a day. @throws Refusal `too_many_requests` */
async function requireFewChanges(db: PoolClient, playerId: string, nowMs: number): Promise<void> {
  if (await changes.hasAsked(db, playerId, nowMs - dayMs, changesPerDay))
    throw new Refusal(
      'too_many_requests',
      'You have reached the number of limit changes for today. Please try again tomorrow.',
      { retryAfterMs: hourMs },
    )
}

/**
 * Sets a limit. A lower limit applies to the next bet, and a raise or removal after 24 hours. The change replaces a waiting change.
 * The current limit only cancels the waiting change. @throws Refusal `too_many_requests`
 */
export function changeLimit(ctx: SaferPlayContext, playerId: string, asked: LimitChange): Promise<void> {
  return changing(ctx, ctx.changeQueue, playerId, async (transaction, protection, nowMs) => {
    const isSame = limitOf(protection, asked) === asked.amountPaise
    if (!isSame) await requireFewChanges(transaction, playerId, nowMs)
    await changes.dropWaiting(transaction, playerId, asked)
    if (isSame) return protection
    const waits = isRise(protection, asked)
    await changes.insertChange(transaction, playerId, asked, nowMs, waits ? nowMs + raiseAfterMs : nowMs)
    return waits ? protection : withLimit(protection, asked)
  })
}

/** Refuses bets for so many hours, or as long as before where that is longer. @throws Refusal `too_many_requests` */
export function takeBreak(ctx: SaferPlayContext, playerId: string, hours: number): Promise<void> {
  return changing(ctx, ctx.changeQueue, playerId, async (transaction, protection, nowMs) => {
    await requireFewChanges(transaction, playerId, nowMs)
    const timeOutUntilMs = longer(protection.timeOutUntilMs, nowMs + hours * hourMs)
    await changes.insertChange(transaction, playerId, { type: 'time-out', endsAtMs: timeOutUntilMs }, nowMs)
    return { ...protection, timeOutUntilMs }
  })
}

/**
 * Excludes a player from bets and deposits for a number of days, or longer if the present exclusion
 * is longer. An exclusion is never refused.
 */
export function exclude(ctx: SaferPlayContext, playerId: string, days: number): Promise<void> {
  return changing(ctx, ctx.stopQueue, playerId, async (transaction, protection, nowMs) => {
    const excludedUntilMs = nowMs + days * dayMs
    if (excludedUntilMs <= (protection.excludedUntilMs ?? 0)) return protection
    await changes.insertChange(transaction, playerId, { type: 'exclusion', endsAtMs: excludedUntilMs }, nowMs)
    return { ...protection, excludedUntilMs }
  })
}

/**
 * Suspends a player, or lifts the suspension. Booked entries stay, and a bet that is being decided
 * is decided again. A change with an older version is ignored.
 */
export function suspend(
  ctx: SaferPlayContext,
  playerId: string,
  { isSuspended, version }: { readonly isSuspended: boolean; readonly version: number },
): Promise<void> {
  return changing(ctx, ctx.stopQueue, playerId, (_transaction, protection) =>
    Promise.resolve(
      version > protection.suspensionVersion ? { ...protection, isSuspended, suspensionVersion: version } : protection,
    ),
  )
}

/**
 * Excludes a player for good. The exclusion is written first, so that the account cannot change
 * before the check of its money.
 * @throws Refusal `account_not_empty` when there is money or an open bet; the rules are unchanged
 * then
 */
export function closeForGood(ctx: SaferPlayContext, playerId: string): Promise<void> {
  return runQueued(ctx, ctx.stopQueue, playerId, async (transaction) => {
    const { protection } = await readAccount(transaction, playerId)
    await saveProtection(transaction, playerId, { ...protection, excludedUntilMs: forGoodMs })
    const { openPaise, heldPaise, balancePaise } = await readAccount(transaction, playerId)
    if (openPaise > 0) throw new Refusal('account_not_empty', finishBet, { holds: 'open_bets' })
    if (heldPaise > 0) throw new Refusal('account_not_empty', undefined, { holds: 'requests' })
    if (balancePaise > 0) throw new Refusal('account_not_empty', undefined, { holds: 'balance' })
    if (protection.excludedUntilMs === forGoodMs) return
    await changes.insertChange(transaction, playerId, { type: 'exclusion', endsAtMs: forGoodMs }, ctx.clock.now())
  })
}

/** Writes due changes into the accounts, where bets are decided, until `stopping`. */
export async function takeDueChanges(ctx: SaferPlayContext, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log } = ctx
  const failed = 'due limits of a player are not taken yet; they are tried again'
  const taken = (playerId: string) =>
    changing(ctx, ctx.changeQueue, playerId, (_, protection) => Promise.resolve(protection))
  await forEachId(await changes.playersWithDue(db, clock.now()), taken, { log, stopping, failed })
}

export function startTakingChanges(ctx: SaferPlayContext): Loop {
  return startLoop('limits', takeEveryMs, ctx.log, (stopping) => takeDueChanges(ctx, stopping))
}
