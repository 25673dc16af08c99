import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { adminMessages } from './admin-messages.ts'
import { sendMessageHandler } from './send-message.ts'
import { setMessageStatusHandler } from './set-message-status.ts'

/** Everything that support answers on the bus. */
export const operations: readonly Handler<Context>[] = [sendMessageHandler, ...adminMessages, setMessageStatusHandler]
