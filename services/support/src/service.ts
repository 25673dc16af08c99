import { limits } from '@kismet/contracts'
import { defineService } from '@kismet/service-kit/define-service'
import { documentsEnv } from '@kismet/service-kit/env'
import { Gate } from '@kismet/service-kit/gate'
import { startLoop } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import { deleteClosed, modelsOn } from './db/messages.ts'
import { adminMessages } from './rpc/admin-messages.ts'
import { sendMessageHandler } from './rpc/send-message.ts'

const submissionLimits = { running: 1, runningOfOwner: 1, waiting: 100, waitingOfOwner: 100, waitingMs: 2_000 }
const clearUpEveryMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/** Deletes messages that were closed `closedDays` ago. Every replica does this. */
export function clearUp({ clock, documents }: Pick<Context, 'clock' | 'documents'>): Promise<void> {
  const before = new Date(clock.now() - limits.support.closedDays * dayMs)
  return documents.run((models) => deleteClosed(models, before), { withinMs: 9_000, isOwn: true })
}

export const support = defineService({
  name: 'support',
  env: documentsEnv,
  async open({ MONGODB_URL: url }, { bus, clock, randomness, log, openDocuments }): Promise<Context> {
    const documents = await openDocuments({ url, models: modelsOn })
    const submissions = new Gate(submissionLimits)
    return { bus, clock, randomness, log, documents, room: limits.support.open, submissions }
  },
  operations: [sendMessageHandler, ...adminMessages],
  start: (ctx) => [startLoop('old messages', clearUpEveryMs, ctx.log, () => clearUp(ctx))],
})
