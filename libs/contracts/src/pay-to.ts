import { z } from 'zod'
import { adminRoles, operation } from './operation.ts'
import { Id, IsoTime, NoInput } from './primitives.ts'

/** A change of where players pay to that waits. Until it takes effect, players see the settings in use. */
export const PayToProposal = z.object({
  _id: Id,
  utr: z.string().nullable(),
  qrImage: z.string().nullable(),
  by: z.object({ _id: Id, username: z.string() }),
  at: IsoTime,
  takesEffectAt: IsoTime,
})
export type PayToProposal = z.output<typeof PayToProposal>

const owners = { admin: ['owner'] } as const
const Proposed = z.object({ proposed: PayToProposal.nullable() })
const Which = z.object({ id: z.string().max(64) })

export const getPayToProposal = operation({
  subject: 'payments.get-pay-to-proposal',
  route: {
    method: 'GET',
    path: '/api/admin/pay-to-proposal',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The change of where players pay to that waits',
  },
  input: NoInput,
  /** `delayHours`: how long a change of a value in use waits. 0: a change takes effect at once. */
  output: Proposed.extend({ delayHours: z.number().nonnegative().optional() }),
  errors: [],
})

/**
 * `second_admin_needed`: of the owner who proposed the change. `settings_changed`: no such change waits any more.
 * `qr_differs`: the QR image in use stays, and pays to another UPI ID than the new one.
 */
export const confirmPayTo = operation({
  subject: 'payments.confirm-pay-to',
  route: {
    method: 'POST',
    path: '/api/admin/pay-to-proposal/:id/confirm',
    access: owners,
    rate: 'command',
    summary: 'Put a proposed change of where players pay to into effect, as a second owner',
  },
  input: Which,
  output: Proposed,
  errors: ['second_admin_needed', 'settings_changed', 'qr_differs'],
})

export const withdrawPayTo = operation({
  subject: 'payments.withdraw-pay-to',
  route: {
    method: 'POST',
    path: '/api/admin/pay-to-proposal/:id/withdraw',
    access: owners,
    rate: 'command',
    summary: 'Withdraw a proposed change of where players pay to',
  },
  input: Which,
  output: Proposed,
  errors: ['settings_changed'],
})
