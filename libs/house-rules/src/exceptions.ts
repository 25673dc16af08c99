import type { Exception } from './rule.ts'

const beforeTheFirstRelease = 'of before the first release: no older code than its own has run on it'

/** Every breach that is right, with its reason. One that covers nothing any more has to go. */
export const exceptions: readonly Exception[] = [
  {
    rule: 'errors-listed',
    file: 'libs/contracts/src/errors.ts',
    problem: 'invalid_payload',
    reason: 'the gateway refuses malformed socket commands with it, as each names it; no operation is called',
  },
  {
    rule: 'wire-names',
    file: 'libs/real-servers/src/app-rules.ts',
    problem: "'/api/admin'",
    reason: 'the area of the admins is no route: the player app keeps all of it out',
  },
  {
    rule: 'wire-names',
    file: 'bench/plain-chain/service.mjs',
    reason: 'what the product is measured against knows nothing of the contracts, and is never edited',
  },
  { rule: 'migrations-expand', file: 'libs/service-kit/src/migrations/audit-key.sql', reason: beforeTheFirstRelease },
  {
    rule: 'migrations-expand',
    file: 'services/auth/src/db/migrations/0005-devices-of-sessions.sql',
    reason: beforeTheFirstRelease,
  },
  {
    rule: 'migrations-expand',
    file: 'services/auth/src/db/migrations/0006-admin-accounts.sql',
    reason: beforeTheFirstRelease,
  },
  {
    rule: 'migrations-expand',
    file: 'services/auth/src/db/migrations/0008-closed-accounts.sql',
    reason: beforeTheFirstRelease,
  },
  {
    rule: 'migrations-expand',
    file: 'services/auth/src/db/migrations/0009-suspensions.sql',
    reason: beforeTheFirstRelease,
  },
  {
    rule: 'migrations-expand',
    file: 'services/aviator/src/db/migrations/0002-public-reads.sql',
    reason: beforeTheFirstRelease,
  },
  {
    rule: 'migrations-expand',
    file: 'services/payments/src/db/migrations/0010-bank-references.sql',
    reason: beforeTheFirstRelease,
  },
  {
    rule: 'migrations-expand',
    file: 'services/payments/src/db/migrations/0011-one-row-one-request.sql',
    reason: beforeTheFirstRelease,
  },
  {
    rule: 'migrations-expand',
    file: 'services/wallet/src/db/migrations/0004-corrections.sql',
    reason: beforeTheFirstRelease,
  },
]
