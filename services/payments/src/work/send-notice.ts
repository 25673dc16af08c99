import { mailNotice } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { findNotice, markNoticed } from '../db/notices.ts'
import type { Owed } from '../db/promises.ts'

/** Has auth mail a notice to its player, in the words and to the address that auth has. @throws whatever kept auth from taking it */
export async function sendNotice(ctx: Context, { id }: Owed): Promise<void> {
  const owed = await findNotice(ctx.db, id)
  if (owed === undefined) return
  const { playerId, kind: notice, lastDigits } = owed
  await ctx.bus.call(mailNotice, { playerId, notice, lastDigits }, { requestId: `notice-${id}` })
  await markNoticed(ctx.db, id)
}
