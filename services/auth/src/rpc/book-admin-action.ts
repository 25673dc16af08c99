import { hash } from 'node:crypto'
import { bookAdminAction } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findBookedAction, insertBookedAction } from '../db/booked-actions.ts'

/** One row of the audit log a key, however often and by whomever it is booked: the answer is that of the first time. */
export const bookAdminActionHandler = handle(
  bookAdminAction,
  async ({ audit, db, clock }: Context, { input, admin, meta }) => {
    const { key, action, target, detail } = input
    const inputHash = hash('sha256', JSON.stringify([action, target]))
    const booked = await inTransaction(db, async (transaction) => {
      const mine = { key, inputHash, adminName: admin.username, atMs: clock.now() }
      if (!(await insertBookedAction(transaction, mine))) return findBookedAction(transaction, key)
      await audit.append(transaction, { admin, action, target, detail, meta })
      return mine
    })
    if (booked?.inputHash !== inputHash) throw new Refusal('idempotency_conflict')
    return { by: booked.adminName, at: isoTime(booked.atMs) }
  },
)
