// Adds a signing key: DATABASE_URL=... AUTH_SECRET=... node services/auth/src/bin/rotate-keys.ts
// Running replicas publish it within seconds and sign with it within a minute. Tokens of before stay valid until they end.
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { rotateKeysConfig } from '../config.ts'
import { rotateSigningKey } from '../first-start.ts'
import { Secrets } from '../security/secrets.ts'

async function main(): Promise<void> {
  const config = rotateKeysConfig()
  const pool = createPool({
    url: config.DATABASE_URL,
    schema: 'auth',
    maxConnections: 1,
    log: createLogger('auth', 'silent'),
  })
  try {
    const sources = { clock: systemClock, randomness: systemRandomness }
    const key = await rotateSigningKey(pool, new Secrets(config.AUTH_SECRET), sources)
    console.log(`The new signing key ${key.kid} signs from ${new Date(key.activatesAtMs).toISOString()} on.`)
  } finally {
    await pool.end()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
