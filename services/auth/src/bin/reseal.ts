// Seals everything under AUTH_SECRET that AUTH_SECRET_BEFORE has sealed, so that the one of before can go: DATABASE_URL=... AUTH_SECRET=... AUTH_SECRET_BEFORE=... AUDIT_KEY=...
// node services/auth/src/bin/reseal.ts. Every replica has both by then (docs/operating/rotate-secrets.md).
import { runCommand } from './command.ts'
import { reseal } from '../reseal.ts'

await runCommand(async (db, sources, config) => {
  if (config.AUTH_SECRET_BEFORE === undefined)
    throw new Error('AUTH_SECRET_BEFORE is not set. Set it to the old secret, then run this again.')
  const { signingKeys, totps, admins, left } = await reseal(db, sources)
  const others = left.length === 0 ? '' : ` Not changed, because their seal is invalid: ${left.join(', ')}.`
  return `Resealed under AUTH_SECRET: signing keys ${signingKeys}, secrets of two-step login ${totps}, accounts of admins ${admins}.${others}`
})
