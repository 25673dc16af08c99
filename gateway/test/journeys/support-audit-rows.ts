import * as contracts from '@kismet/contracts'
import type { OperationShape } from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'

interface People {
  readonly owner: AdminActor
  readonly player: PlayerActor
}

type AuditedCall = readonly [call: OperationShape, action: string, make: () => Promise<unknown>]

/** Calls of admins in the support, each with the action of its audit row. */
export function supportCalls(people: () => People): readonly AuditedCall[] {
  let id = ''
  const call: AdminActor['api']['must'] = (operation, input) => people().owner.api.must(operation, input)
  return [
    [
      contracts.setSupportMessageStatus,
      'support-message.close',
      async () => {
        const { player } = people()
        await player.api.must(contracts.sendSupportMessage, { name: 'Asha', email: player.email, message: 'Hello?' })
        const { messages } = await call(contracts.adminListSupportMessages, {})
        id = messages[0]?._id ?? ''
        await call(contracts.setSupportMessageStatus, { id, status: 'closed' })
      },
    ],
    [
      contracts.replySupportMessage,
      'support-message.reply',
      () => call(contracts.replySupportMessage, { id, text: 'Hello' }),
    ],
    [
      contracts.fileSupportMessage,
      'support-message.file',
      () => call(contracts.fileSupportMessage, { id, assignee: null, tags: ['deposit'] }),
    ],
    [
      contracts.setSupportDesk,
      'support-desk.change',
      () => call(contracts.setSupportDesk, { templates: [], tags: ['deposit'], version: 0 }),
    ],
  ]
}
