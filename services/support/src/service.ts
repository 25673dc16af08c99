import { limits, supportLimits } from '@kismet/contracts'
import { defineService } from '@kismet/service-kit/define-service'
import { documentsEnv } from '@kismet/service-kit/env'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import { startLoop } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import { closeUnanswered, deleteClosed } from './db/messages.ts'
import { modelsOn } from './db/models.ts'
import { mailReplies } from './mails.ts'
import { adminMessages } from './rpc/admin-messages.ts'
import { deskHandlers } from './rpc/desk.ts'
import { ownConversations } from './rpc/own-conversations.ts'
import { replyHandlers } from './rpc/replies.ts'
import { sendMessageHandler } from './rpc/send-message.ts'

const submissionLimits = { running: 1, runningOfOwner: 1, waiting: 100, waitingOfOwner: 100, waitingMs: 2_000 }
const mailEveryMs = 1_000
const clearUpEveryMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/**
 * Deletes messages that were closed `closedDays` ago, and closes conversations whose player has not answered for
 * `unansweredDays`. Every replica does this.
 */
export function clearUp({ clock, documents }: Pick<Context, 'clock' | 'documents'>): Promise<void> {
  const nowMs = clock.now()
  const daysAgo = (days: number) => new Date(nowMs - days * dayMs)
  return documents.run(
    async (models) => {
      await deleteClosed(models, daysAgo(limits.support.closedDays))
      await closeUnanswered(models, daysAgo(supportLimits.unansweredDays), new Date(nowMs))
    },
    { withinMs: 9_000, isOwn: true },
  )
}

export const support = defineService({
  name: 'support',
  env: documentsEnv,
  async open({ MONGODB_URL: url }, { bus, clock, randomness, log, openDocuments }): Promise<Context> {
    const documents = await openDocuments({ url, models: modelsOn })
    const submissions = new BoundedQueue(submissionLimits)
    return { bus, clock, randomness, log, documents, room: limits.support.open, submissions }
  },
  operations: [sendMessageHandler, ...adminMessages, ...replyHandlers, ...ownConversations, ...deskHandlers],
  start: (ctx) => [
    startLoop('old messages', clearUpEveryMs, ctx.log, () => clearUp(ctx)),
    startLoop('mails of replies', mailEveryMs, ctx.log, () => mailReplies(ctx)),
  ],
})
