// Adds a signing key: DATABASE_URL=... AUTH_SECRET=... AUDIT_KEY=... node services/auth/src/bin/rotate-keys.ts
// Running replicas publish it within a second and sign with it within a minute. Tokens of before stay valid until they end.
import { isoTime } from '@kismet/service-kit/clock'
import { runCommand } from './command.ts'
import { keysEnv } from '../config.ts'
import { Secrets } from '../security/secrets.ts'
import { rotateSigningKey } from '../signing-keys.ts'

await runCommand(keysEnv, async (db, { AUTH_SECRET: secret }, sources) => {
  const parts = { db, secrets: new Secrets(secret), ...sources }
  const { kid, activatesAtMs } = await rotateSigningKey(parts)
  return `The new signing key ${kid} signs from ${isoTime(activatesAtMs)} on.`
})
