import { z } from 'zod'
import { aroundFileBytes, operation, streamRoute } from './operation.ts'
import { PayToKind, PayToProposal, ShownAccount } from './pay-to.ts'
import { NoInput } from './primitives.ts'

const qrImageMaxBytes = 2 * 1024 * 1024

/**
 * `utr`, `qrImage`: of the account that players who pay by UPI see now. `version` stands for this account: another one has
 * another. `accounts`: the account of each method that has one that is on.
 */
export const DepositSettings = z.object({
  qrImage: z.string().nullable(),
  utr: z.string().nullable(),
  version: z.string(),
  accounts: z.array(ShownAccount).optional(),
})

export const getDepositSettings = operation({
  subject: 'payments.get-deposit-settings',
  route: {
    method: 'GET',
    path: '/api/deposit-settings',
    access: 'anyone',
    rate: 'read',
    summary: 'Where players pay to now: the UPI ID and QR, and the account of each method',
  },
  input: NoInput,
  output: z.object({ settings: DepositSettings }),
  errors: [],
})

/** The QR image that players scan. `:version` changes with the image. */
export const getQrImage = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/deposit-settings/qr/:version',
    access: 'anyone',
    rate: 'read',
    summary: 'The payment QR image',
  },
  output: { picture: 'image/png' },
  errors: ['not_found'],
  maxBodyBytes: 0,
})

/**
 * Changes an account that players pay to, or adds one. `account`: its id, or `new`. Without `account` only the UPI ID and the
 * QR image of the account that players see now change. `utr`: the UPI ID, account number or wallet address.
 * - `methods`: with commas between them. `dailyLimit`: in rupees; empty is no limit.
 * - `version`: the account as the admin saw it. If it has changed, it stays.
 * - `qrChecked`: `yes` saves a QR image whose UPI ID cannot be read or is another one (`qr_differs`). A new UPI ID needs a QR
 *   image in use that pays to it, or that cannot be read and was checked.
 */
export const postDepositSettings = streamRoute({
  service: 'payments',
  route: {
    method: 'POST',
    path: '/api/admin/deposit-settings',
    access: { admin: ['owner'] },
    rate: 'upload',
    summary: 'Add or change an account that players pay to',
  },
  form: {
    fields: z.object({
      ...{ account: z.string().optional(), version: z.string().optional(), qrChecked: z.string().optional() },
      ...{ kind: z.enum(PayToKind.options).optional(), name: z.string().optional(), utr: z.string().optional() },
      ...{ ifsc: z.string().optional(), methods: z.string().optional(), dailyLimit: z.string().optional() },
    }),
    files: ['qrImage'],
    maxFileBytes: qrImageMaxBytes,
  },
  /** `settings`: as players see them now. `proposed`: the change, if it waits. */
  output: z.object({ settings: DepositSettings, proposed: PayToProposal.nullish() }),
  errors: ['payload_too_large', 'settings_changed', 'qr_differs'],
  maxBodyBytes: qrImageMaxBytes + aroundFileBytes,
})
