import { mailNotice, noticeUsefulForMs } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { findNotice, markNoticed } from '../db/notices.ts'
import type { Owed } from '../db/promises.ts'

/** Asks auth, which has the texts and the addresses, to mail a notice. A notice that could not be sent for a day is given up. @throws the error of auth */
export async function sendNotice(ctx: Context, { id, attempt }: Owed): Promise<void> {
  const owed = await findNotice(ctx.db, id)
  if (owed === undefined) return
  const { playerId, kind: notice, lastDigits, createdAtMs } = owed
  const isUseful = ctx.clock.now() < createdAtMs + noticeUsefulForMs
  if (isUseful)
    await ctx.bus.call(mailNotice, { noticeId: id, playerId, notice, lastDigits }, { requestId: `notice-${id}` })
  else ctx.log.error({ event: 'notice.given-up', id, playerId, attempt }, 'a notice was not mailed in time, and is not')
  // Another replica may have been at it, where this one took long.
  if (await markNoticed(ctx.db, id)) ctx.telemetry.notice(isUseful ? 'mailed' : 'given_up')
}
