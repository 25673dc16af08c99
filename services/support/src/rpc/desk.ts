import { bookAdminAction, fileSupportMessage, getSupportDesk, listSupporters, setSupportDesk } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { insertDesk, readDesk } from '../db/desk.ts'
import { fileMessage } from '../db/messages.ts'
import { adminView, requireMessage } from './admin-messages.ts'

/** How admins order their work: prepared replies, tags and the admin of a conversation. Each change is booked first. */
export const deskHandlers: readonly Handler<Context>[] = [
  handle(getSupportDesk, ({ documents }: Context) => documents.run(readDesk)),
  handle(setSupportDesk, async ({ documents, bus }: Context, { input, meta: { requestId, token, ip } }) => {
    const { version } = await documents.run(readDesk)
    if (version !== input.version) throw new Refusal('settings_changed')
    const templates = input.templates.map(({ title, text }) => ({ title, text }))
    const tags = [...new Set(input.tags)]
    const next = version + 1
    const action = {
      key: `support-desk:${next}:${requestId}`,
      action: 'support-desk.change' as const,
      target: 'support-desk' as const,
      detail: { version: next, templates: templates.length, tags: tags.join(', ') },
    }
    const { by } = await bus.call(bookAdminAction, action, { requestId, token, ip })
    const desk = { templates, tags, version: next, changedBy: by }
    if (!(await documents.run((models) => insertDesk(models, desk)))) throw new Refusal('settings_changed')
    return desk
  }),
  handle(fileSupportMessage, async ({ documents, bus }: Context, { input, meta: { requestId, token, ip } }) => {
    const { id, assignee } = input
    const tags = [...new Set(input.tags)]
    const message = await documents.run((models) => requireMessage(models, id))
    if (assignee === message.assignee && tags.join('\n') === message.tags.join('\n'))
      return { message: adminView(message) }
    if (assignee !== null && assignee !== message.assignee) {
      const { names } = await bus.call(listSupporters, {}, { requestId, token, ip })
      if (!names.includes(assignee))
        throw new Refusal('invalid_request', 'This admin does not answer players. Choose another admin.')
    }
    const action = {
      key: `support-file:${id}:${requestId}`,
      action: 'support-message.file' as const,
      target: message._id,
      detail: { assignee, tags: tags.join(', ') },
    }
    await bus.call(bookAdminAction, action, { requestId, token, ip })
    const changed = await documents.run((models) => fileMessage(models, id, { assignee, tags }))
    if (changed === null) throw new Refusal('not_found')
    return { message: adminView(changed) }
  }),
]
