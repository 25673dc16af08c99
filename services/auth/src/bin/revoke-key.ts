// Revokes a signing key, the one that signs now unless another is named: DATABASE_URL=... AUTH_SECRET=... AUDIT_KEY=... node services/auth/src/bin/revoke-key.ts [kid]
// Its sessions end; every verifier refuses its tokens within a minute.
import { runCommand, sessionsEnded } from './command.ts'
import { revokeSigningKey } from '../signing-keys.ts'

await runCommand(async (db, sources) => {
  const [named = ''] = process.argv.slice(2)
  const { kid, ended } = await revokeSigningKey({ db, ...sources }, named === '' ? undefined : named)
  return `The signing key ${kid} is revoked. ${sessionsEnded(ended)}`
})
