// Prints the messages of a player to support, as JSON: MONGODB_URL=... node services/support/src/bin/export-person.ts PLAYER_ID.
import { Id } from '@kismet/contracts'
import { Documents } from '@kismet/service-kit/documents'
import { createLogger } from '@kismet/service-kit/logger'
import { commandConfig } from '../config.ts'
import { messagesOf, modelsOn } from '../db/messages.ts'

const playerId = Id.parse(process.argv[2])
const { MONGODB_URL: url } = commandConfig()
const documents = await Documents.open({ url, models: modelsOn }, 'support', createLogger('support', 'error'))
try {
  console.log(JSON.stringify(await documents.run((models) => messagesOf(models, playerId)), null, 2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await documents.close()
}
