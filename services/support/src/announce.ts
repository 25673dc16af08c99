import { supportQueueUpdated } from '@kismet/contracts'
import type { Context } from './context.ts'
import { countOpen } from './db/messages.ts'

/** Tells admins how many messages are open. What cannot be counted now is told with the next change. */
export async function announceQueue({ bus, documents, log }: Context): Promise<void> {
  try {
    bus.signal(supportQueueUpdated, { support: await documents.run(countOpen) })
  } catch (error) {
    log.warn({ err: error }, 'the open messages could not be counted')
  }
}
