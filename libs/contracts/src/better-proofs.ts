import { z } from 'zod'
import { limits } from './limits.ts'
import { operation, streamRoute } from './operation.ts'
import { AdminDeposit, BetterProofReason, Deposit, postDeposit } from './deposits.ts'
import { deciders, RequestId } from './requests.ts'

/** Asks the player of a pending deposit for a better proof, instead of a rejection. The reference stays. */
export const askBetterProof = operation({
  subject: 'payments.ask-better-proof',
  route: {
    method: 'POST',
    path: '/api/admin/deposit-requests/:id/better-proof',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Ask the player of a pending deposit for a better proof; a repeat changes no data',
  },
  /** `note`: in the admin's own words, which the player reads. */
  input: RequestId.extend({
    reason: BetterProofReason,
    note: z.string().trim().max(limits.deposit.reasonMaxLength).optional(),
  }).refine(({ reason, note = '' }) => reason !== 'see_note' || note !== '', {
    path: ['note'],
    error: 'Say in your own words what is wrong with the proof.',
  }),
  output: z.object({ deposit: AdminDeposit }),
  errors: ['not_found', 'already_decided', 'better_proof_refused'],
})

export const postBetterProof = streamRoute({
  service: 'payments',
  route: {
    method: 'POST',
    path: '/api/deposit-requests/:id/proof',
    access: 'player',
    rate: 'upload',
    idempotent: true,
    closedInMaintenance: true,
    summary: 'Send the better proof that an admin asked for (image or PDF)',
  },
  form: { fields: z.object({}), files: ['proof'], maxFileBytes: limits.deposit.proofMaxBytes },
  output: z.object({ deposit: Deposit }),
  errors: [
    'not_found',
    'already_decided',
    'better_proof_refused',
    'idempotency_conflict',
    'payload_too_large',
    'upload_quota_reached',
  ],
  maxBodyBytes: postDeposit.maxBodyBytes,
})
