import { bookPlayView } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'

/** A row of the audit log for each time that an admin looks at a play of a game that keeps no such log. */
export const bookPlayViewHandler = handle(bookPlayView, async ({ audit, db }: Context, { input, admin, meta }) => {
  await inTransaction(db, (transaction) =>
    audit.append(transaction, { admin, action: 'play.view', target: input.betId, detail: {}, meta }),
  )
  return { message: 'Booked' }
})
