import { creditDeposit } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { findDeposit, markCredited } from '../db/deposits.ts'
import type { Owed } from '../db/promises.ts'
import { announceDeposit } from './announce.ts'

/**
 * Has the wallet book the credit of an approved deposit, then marks it. The wallet knows the credit by the deposit's id, so it is booked once however
 * often this runs, on however many replicas, and whatever falls between its lines.
 * @throws the error of the wallet or the database; then the deposit stays owed
 */
export async function bookCredit(ctx: Context, id: string, requestId: string): Promise<void> {
  const deposit = await findDeposit(ctx.db, id)
  if (deposit?.status !== 'approved') return
  const { playerId, amountPaise } = deposit
  try {
    const booked = await ctx.bus.call(creditDeposit, { depositId: id, playerId, amountPaise }, { requestId })
    if (!(await markCredited(ctx.db, id, ctx.clock.now()))) return
    ctx.telemetry.credit('booked')
    await announceDeposit(ctx, id, requestId, { balance: booked.balancePaise, balanceSeq: booked.balanceSeq })
  } catch (error) {
    ctx.telemetry.credit('failed')
    throw error
  }
}

/** The same for the sweep: of a decider that fell, or of a wallet that did not answer. */
export function keepCredit(ctx: Context, { id }: Owed): Promise<void> {
  return bookCredit(ctx, id, `sweep-${id}`)
}
