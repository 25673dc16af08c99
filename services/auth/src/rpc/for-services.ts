import { hash } from 'node:crypto'
import {
  bookAdminAction,
  bookExport,
  bookPlayView,
  listSupporters,
  madeWithinMs,
  mailOwners,
  mailSupportReply,
  readAdminStanding,
  readPlayerEmails,
  supporters,
  supportMailUsefulForMs,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { listNamesOf, readStandings } from '../db/admins.ts'
import { keepAction } from '../db/booked-actions.ts'
import { findEmails, findProfile } from '../db/players.ts'
import { tellOwners } from '../owner-notices.ts'

/** Writes one row of the audit log for each key. A repeated key gets the first answer. */
const bookAdminActionHandler = handle(
  bookAdminAction,
  async ({ audit, db, clock }: Context, { input, admin, meta }) => {
    const { key, action, target, detail } = input
    const inputHash = hash('sha256', JSON.stringify([action, target]))
    const mine = { inputHash, by: admin.username, at: isoTime(clock.now()) }
    const booked = await inTransaction(db, async (transaction) => {
      const { isNew, kept } = await keepAction(transaction, key, mine)
      if (isNew) await audit.append(transaction, { admin, action, target, detail, meta })
      return kept
    })
    if (booked?.inputHash !== inputHash) throw new Refusal('idempotency_conflict')
    return { by: booked.by, at: booked.at }
  },
)

/** Writes a row of the audit log each time that an admin views a bet of a game without an audit log. */
const bookPlayViewHandler = handle(bookPlayView, async ({ audit, db }: Context, { input, admin, meta }) => {
  await inTransaction(db, (transaction) =>
    audit.append(transaction, { admin, action: 'play.view', target: input.betId, detail: {}, meta }),
  )
  return { message: 'Booked' }
})

/** Writes a row of the audit log for each list that analytics sends as a file. */
const bookExportHandler = handle(bookExport, async ({ audit, db }: Context, { input, admin, meta }) => {
  const { list, ...detail } = input
  await inTransaction(db, (transaction) =>
    audit.append(transaction, { admin, action: `${list}.export`, target: list, detail, meta }),
  )
  return { message: 'Booked' }
})

/** Stores a reply of the support in the outbox, once for its id. Support retries until this answers. */
const mailSupportReplyHandler = handle(mailSupportReply, async (ctx: Context, { input, log }) => {
  const { replyId, threadId, playerId, email, language, text } = input
  const account = playerId === null ? { email, language } : await findProfile(ctx.db, playerId)
  if (account === undefined) {
    log.warn(
      { event: 'notice.no-mailbox', notice: 'support_reply', playerId },
      'reply dropped: the player has no mailbox',
    )
    return {}
  }
  const letter = { to: account.email, language: account.language, text, threadId: playerId === null ? null : threadId }
  const more = { id: replyId, usefulForMs: supportMailUsefulForMs }
  await ctx.outbox.add(ctx.db, 'notice', { kind: 'support_reply', ...letter }, more)
  ctx.outbox.wake()
  return {}
})

const listSupportersHandler = handle(listSupporters, async ({ db }: Context) => ({
  names: await listNamesOf(db, supporters),
}))

/** Stores a notice to the owners in the outbox, once for each id. */
const mailOwnersHandler = handle(mailOwners, async (ctx: Context, { input: { noticeId, ...notice } }) => {
  await tellOwners(ctx.db, ctx, notice, noticeId)
  ctx.outbox.wake()
  return {}
})

const readPlayerEmailsHandler = handle(readPlayerEmails, async ({ db }: Context, { input: { ids } }) => ({
  players: await findEmails(db, ids),
}))

const readAdminStandingHandler = handle(readAdminStanding, async ({ db, clock }: Context, { input: { ids } }) => ({
  admins: await readStandings(db, ids, clock.now() - madeWithinMs),
}))

/** Operations for other services. */
export const serviceOperations = [
  bookAdminActionHandler,
  bookPlayViewHandler,
  bookExportHandler,
  mailOwnersHandler,
  mailSupportReplyHandler,
  listSupportersHandler,
  readPlayerEmailsHandler,
  readAdminStandingHandler,
]
