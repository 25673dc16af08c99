// Adds a signing key: DATABASE_URL=... AUTH_SECRET=... AUDIT_KEY=... node services/auth/src/bin/rotate-keys.ts
// Running replicas publish it within a second and sign with it within a minute. Tokens of before stay valid until they end.
import { isoTime } from '@kismet/service-kit/clock'
import { runCommand } from './command.ts'
import { rotateSigningKey } from '../signing-keys.ts'

await runCommand(async (db, sources) => {
  const { kid, activatesAtMs } = await rotateSigningKey({ db, ...sources })
  return `The new signing key ${kid} signs from ${isoTime(activatesAtMs)} on.`
})
