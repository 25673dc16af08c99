import { bookAdminAction, setSupportMessageStatus } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { announceQueue } from '../announce.ts'
import type { Context } from '../context.ts'
import { changeStatus } from '../db/messages.ts'
import { adminView } from '../views.ts'
import { requireMessage } from './admin-messages.ts'

/**
 * First books the action in the audit log of auth, under the message, the new status and how often it has changed before, then writes the status. A retry or a
 * concurrent call books the same action once. A message with the asked status is answered unchanged.
 */
export const setMessageStatusHandler = handle(
  setSupportMessageStatus,
  async (ctx: Context, { input: { id, status }, meta: { requestId, token, ip } }) => {
    const { documents, bus } = ctx
    const message = await documents.run((models) => requireMessage(models, id))
    if (message.status === status) return { message: adminView(message) }
    const action = {
      key: `support-message:${id}:${status}:${message.changes + 1}`,
      action: status === 'closed' ? ('support-message.close' as const) : ('support-message.reopen' as const),
      target: id,
      detail: { email: message.email, playerId: message.player?.id ?? null },
    }
    const { by, at } = await bus.call(bookAdminAction, action, { requestId, token, ip })
    const change = { status, changedAt: new Date(at), changedBy: by }
    const changed = await documents.run(
      async (models) => (await changeStatus(models, message, change)) ?? (await requireMessage(models, id)),
    )
    await announceQueue(ctx)
    return { message: adminView(changed) }
  },
)
