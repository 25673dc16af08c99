import { mailSupportReply } from '@kismet/contracts'
import type { Language } from '@kismet/contracts'
import type { Context } from './context.ts'
import { findMessage } from './db/messages.ts'
import { listMailDue, markMailed } from './db/replies.ts'
import type { StoredReply } from './db/models.ts'

const repliesAtOnce = 20
const isOwn = true

/** The language of a stranger: Hindi for a message in its script. Auth knows the language of a player. */
const languageOf = (text: string): Language => (/\p{Script=Devanagari}/u.test(text) ? 'hi' : 'en')

/**
 * Gives auth each reply of an admin that waits for its mail, until auth has stored the mail. The id of the reply is the id of
 * the mail, so that several replicas and repeated calls are one mail.
 */
export async function mailReplies({ bus, documents, log }: Context): Promise<void> {
  const mail = async ({ _id: replyId, threadId, text }: StoredReply) => {
    const message = await documents.run((models) => findMessage(models, { _id: threadId }), { isOwn })
    if (message !== null) {
      const { player, email } = message
      const to = { playerId: player?.id ?? null, email, language: languageOf(message.message) }
      await bus.call(mailSupportReply, { replyId, threadId, text, ...to }, { requestId: `support-${replyId}` })
    }
    await documents.run((models) => markMailed(models, replyId), { isOwn })
  }
  const due = await documents.run((models) => listMailDue(models, repliesAtOnce), { isOwn })
  for (const end of await Promise.allSettled(due.map(mail)))
    if (end.status === 'rejected') log.warn({ err: end.reason as unknown }, 'failed to mail a reply; retrying')
}
