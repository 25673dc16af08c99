import { creditDeposit } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { markCredited, putOffCredit, takeDueCredits } from '../db/decisions.ts'
import type { OwedCredit } from '../db/decisions.ts'
import { creditGraceMs, creditRetryMs } from '../domain/credit-schedule.ts'
import { announceDecision } from './announce.ts'

const sweepBatch = 50

/**
 * Has the wallet book the credit of an approved deposit, then marks it. The wallet knows the credit by the deposit's id, so it is booked once however
 * often this runs, on however many replicas, and whatever falls between its lines.
 * @throws whatever kept the wallet or the database from answering; the deposit stays owed.
 */
export async function bookCredit(ctx: Context, owed: OwedCredit, requestId: string): Promise<void> {
  const { depositId, playerId, amountPaise } = owed
  try {
    const { balancePaise: balance, balanceSeq } = await ctx.bus.call(
      creditDeposit,
      { depositId, playerId, amountPaise },
      { requestId },
    )
    const isMarkedNow = await markCredited(ctx.db, depositId, ctx.clock.now())
    if (!isMarkedNow) return
    ctx.telemetry.credit('booked')
    await announceDecision(ctx, depositId, requestId, { balance, balanceSeq })
  } catch (error) {
    ctx.telemetry.credit('failed')
    ctx.log.error(
      { err: error, depositId, requestId, attempt: owed.attempt },
      'a credit was not booked; it is tried again',
    )
    throw error
  }
}

/** Books the credits that are owed and due: those of a decider that fell or of a wallet that did not answer. */
export async function sweepCredits(ctx: Context): Promise<void> {
  const nowMs = ctx.clock.now()
  const owed = await takeDueCredits(ctx.db, nowMs, nowMs + creditGraceMs, sweepBatch)
  await Promise.all(
    owed.map((credit) =>
      bookCredit(ctx, credit, `sweep-${credit.depositId}`).catch(() =>
        putOffCredit(ctx.db, credit.depositId, ctx.clock.now() + creditRetryMs(credit.attempt)),
      ),
    ),
  )
}
