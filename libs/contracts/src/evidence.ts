import { z } from 'zod'
import { adminRoles, operation } from './operation.ts'
import { Done, Id } from './primitives.ts'

/** What evidence is about. */
export const EvidenceKind = z.enum(['bet', 'round', 'deposit', 'withdrawal'])
export type EvidenceKind = z.output<typeof EvidenceKind>

/** Writes to the audit log that an admin makes evidence. The back office then reads each part by its own call, with the rules of that call. */
export const bookEvidence = operation({
  subject: 'auth.book-evidence',
  route: {
    method: 'POST',
    path: '/api/admin/evidence',
    access: { admin: adminRoles },
    rate: 'command',
    summary: 'Write to the audit log that evidence of a bet, round or request is made',
  },
  input: z.object({ kind: EvidenceKind, id: Id }),
  output: Done,
  errors: [],
})
