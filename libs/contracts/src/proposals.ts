import { z } from 'zod'
import { operation } from './operation.ts'
import { Id, IsoTime } from './primitives.ts'

/** A change of a setting that waits for a second owner or for its time: a pay-to account, or the rules of approvals. */
export const Proposed = z.object({
  _id: Id,
  by: z.object({ _id: Id, username: z.string() }),
  at: IsoTime,
  takesEffectAt: IsoTime,
})

const owners = { admin: ['owner'] } as const
const Which = z.object({ id: z.string().max(64) })

/**
 * `second_admin_needed`: of the owner who proposed the change. `settings_changed`: no such change waits any more.
 * `qr_differs`: the QR image in use stays, and pays to another UPI ID than the new one.
 */
export const confirmProposal = operation({
  subject: 'payments.confirm-proposal',
  route: {
    method: 'POST',
    path: '/api/admin/proposals/:id/confirm',
    access: owners,
    rate: 'command',
    summary: 'Put a change of the payment settings that waits into effect, as a second owner',
  },
  input: Which,
  output: z.object({}),
  errors: ['second_admin_needed', 'settings_changed', 'qr_differs'],
})

export const withdrawProposal = operation({
  subject: 'payments.withdraw-proposal',
  route: {
    method: 'POST',
    path: '/api/admin/proposals/:id/withdraw',
    access: owners,
    rate: 'command',
    summary: 'Withdraw a change of the payment settings that waits',
  },
  input: Which,
  output: z.object({}),
  errors: ['settings_changed'],
})
