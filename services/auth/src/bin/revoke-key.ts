// Revokes a signing key, the one that signs now unless KID names another: DATABASE_URL=... AUTH_SECRET=... AUDIT_KEY=... node services/auth/src/bin/revoke-key.ts
// Its sessions end; every verifier refuses its tokens within a minute.
import { afterwards, runCommand } from './command.ts'
import { keysEnv } from '../config.ts'
import { Secrets } from '../security/secrets.ts'
import { revokeSigningKey } from '../signing-keys.ts'

await runCommand(keysEnv, async (db, { AUTH_SECRET: secret, KID: named }, sources) => {
  const parts = { db, secrets: new Secrets(secret), ...sources }
  const { kid, ended } = await revokeSigningKey(parts, named)
  return `The signing key ${kid} is revoked. ${await afterwards(db, ended)}`
})
