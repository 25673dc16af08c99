// Revokes a signing key, the one that signs now unless KID names another: DATABASE_URL=... AUTH_SECRET=... node services/auth/src/bin/revoke-key.ts
// Its sessions end; every verifier refuses its tokens within a minute.
import { systemClock } from '@kismet/service-kit/clock'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { afterwards, runCommand } from './command.ts'
import { keysEnv } from '../config.ts'
import { Secrets } from '../security/secrets.ts'
import { revokeSigningKey } from '../signing-keys.ts'

await runCommand(keysEnv, async (db, { AUTH_SECRET: secret, KID: named }) => {
  const parts = { db, secrets: new Secrets(secret), clock: systemClock, randomness: systemRandomness }
  const { kid, ended } = await revokeSigningKey(parts, named)
  return `The signing key ${kid} is revoked. ${await afterwards(db, ended)}`
})
