// Encrypts all rows with the first secret of AUTH_SECRET, so that an operator can remove the others.
// First, every replica must have all secrets (docs/operating/rotate-secrets.md). Usage:
// `DATABASE_URL=... AUTH_SECRET=... AUDIT_KEY=... node services/auth/src/bin/reseal.ts`
import { runCommand } from './command.ts'
import { reseal } from '../reseal.ts'

await runCommand(async (db, sources) => {
  const counts = Object.entries(await reseal(db, sources)).map(([table, rows]) => `${table} ${rows}`)
  return `Encrypted with the first secret of AUTH_SECRET: ${counts.join(', ')}.`
})
