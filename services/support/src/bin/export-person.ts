// Prints the conversations of a player with support, as JSON: MONGODB_URL=... node services/support/src/bin/export-person.ts PLAYER_ID.
import { Id } from '@kismet/contracts'
import { Documents } from '@kismet/service-kit/documents'
import { createLogger } from '@kismet/service-kit/logger'
import { commandConfig } from '../config.ts'
import { messagesOf } from '../db/messages.ts'
import { modelsOn } from '../db/models.ts'
import { repliesOf } from '../db/replies.ts'
import type { StoredReply } from '../db/models.ts'

const playerId = Id.parse(process.argv[2])
const { MONGODB_URL: url } = commandConfig()
const documents = await Documents.open({ url, models: modelsOn }, 'support', createLogger('support', 'error'))
try {
  const found = await documents.run(async (models) => {
    const messages = await messagesOf(models, playerId)
    const replies = Map.groupBy(
      await repliesOf(
        models,
        messages.map(({ _id }) => _id),
      ),
      ({ threadId }) => threadId,
    )
    const own = ({ admin, text, at }: StoredReply) => ({ by: admin === null ? 'player' : 'support', text, at })
    return messages.map((message) => ({ ...message, replies: (replies.get(message._id) ?? []).map(own) }))
  })
  console.log(JSON.stringify(found, null, 2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await documents.close()
}
