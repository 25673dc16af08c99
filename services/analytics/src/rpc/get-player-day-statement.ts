import { getPlayerDayStatement, Id } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { startOfDay } from '../domain/calendar.ts'
import { findHead } from '../ingest/store.ts'
import { Statement } from '../read/statement.ts'
import { today } from '../read/today.ts'
import { wholeEpoch } from '../read/whole.ts'
import { dayResult, knownEmails } from './get-today-profit-loss.ts'

const nothing = { betsPaise: 0, winsPaise: 0, games: 0 }

/** A player's lines of today, with what the settled bets among them have come to. */
export const getPlayerDayStatementHandler = handle(getPlayerDayStatement, async (ctx: Context, { input, admin }) => {
  const { userId, limit, cursor } = input
  const day = today(ctx)
  const since = isoTime(startOfDay(day))
  const [statement, head] = await ctx.statements.run(admin.id, () =>
    Promise.all([
      Statement.open(ctx, userId, {}, { cursor, since }),
      wholeEpoch(ctx).then((epoch) => findHead(ctx.documents, epoch, userId)),
    ]),
  )
  // After the cursor was looked at: a request that is wrong in itself is refused as that first.
  if (!Id.safeParse(userId).success) throw new Refusal('not_found')
  const rows = await statement.take(limit)
  const email = (await knownEmails(ctx, [userId])).get(userId) ?? null
  return {
    user: { _id: userId, email, username: null },
    statements: rows,
    nextCursor: statement.cursor,
    total: dayResult(head?.today?.day === day ? head.today : nothing),
  }
})
