import { bookEvidence } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'

/** Books evidence, which the back office makes of the calls of other services. */
export const evidenceOperations = [
  handle(bookEvidence, async ({ audit, db }: Context, { input: { kind, id }, admin, meta }) => {
    await inTransaction(db, (transaction) =>
      audit.append(transaction, { admin, action: `${kind}.evidence`, target: id, detail: {}, meta }),
    )
    return { message: 'Booked' }
  }),
]
