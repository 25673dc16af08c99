// Seals with AUTH_SECRET what AUTH_SECRET_BEFORE sealed, so that an operator can remove AUTH_SECRET_BEFORE.
// First, every replica must have both secrets (docs/operating/rotate-secrets.md). Usage:
// `DATABASE_URL=... AUTH_SECRET=... AUTH_SECRET_BEFORE=... AUDIT_KEY=... node services/auth/src/bin/reseal.ts`
import { runCommand } from './command.ts'
import { reseal } from '../reseal.ts'

await runCommand(async (db, sources, config) => {
  if (config.AUTH_SECRET_BEFORE === undefined)
    throw new Error('AUTH_SECRET_BEFORE is not set. Set it to the old secret, then run this again.')
  const { signingKeys, totps, admins, left } = await reseal(db, sources)
  const others = left.length === 0 ? '' : ` Not changed, because their seal is invalid: ${left.join(', ')}.`
  return `Resealed under AUTH_SECRET: signing keys ${signingKeys}, secrets of two-step login ${totps}, accounts of admins ${admins}.${others}`
})
