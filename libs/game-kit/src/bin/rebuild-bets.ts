// Has the service read its bets again from the beginning of the wallet's log: DATABASE_URL=... node libs/game-kit/src/bin/rebuild-bets.ts
import { createPool } from '@kismet/service-kit/database'
import { postgresUrl, readEnv } from '@kismet/service-kit/env'
import { createLogger } from '@kismet/service-kit/logger'
import { z } from 'zod'

const { DATABASE_URL: url } = readEnv(z.object({ DATABASE_URL: postgresUrl }), process.env)
// The role of a service has the name of its schema.
const schema = new URL(url).username
const db = createPool({ url, schema, maxConnections: 1, log: createLogger('rebuild-bets', 'warn') })
try {
  await db.query(`UPDATE log_position SET cursor = ''`)
  console.log('The service reads its bets again from the beginning of the log.')
} finally {
  await db.end()
}
