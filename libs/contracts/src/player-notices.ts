import { z } from 'zod'
import { limits } from './limits.ts'
import { Paise } from './money.ts'
import { operation } from './operation.ts'
import { DepositMethod } from './pay-to.ts'
import { BetterProofReason } from './deposits.ts'
import { Id, IsoTime, openEnum } from './primitives.ts'

/** Security notices about a bank account. Players cannot switch them off. */
export const AccountNoticeKind = z.enum([
  'account_added',
  'account_changed',
  'account_deleted',
  'withdraw_password_reset',
])
export type AccountNoticeKind = z.output<typeof AccountNoticeKind>

/** How the number of a bank account ends. */
export const lastDigits = z.string().regex(/^\d{4}$/)

/** `lastDigits`: of the bank account. `usableFrom`: until then the bank account takes no withdrawal. */
const AccountNotice = z.object({
  playerId: Id,
  notice: AccountNoticeKind,
  lastDigits,
  usableFrom: IsoTime.optional(),
})

/**
 * Notices about a deposit or a withdrawal. A player can switch these mails off, except the mail about a requested withdrawal,
 * which is a security notice. The words of each kind are auth's (`money-letter.ts`).
 */
export const MoneyNoticeKind = z.enum([
  'better_proof_asked',
  'deposit_approved',
  'deposit_rejected',
  'withdrawal_requested',
  'withdrawal_paid',
  'withdrawal_rejected',
])
export type MoneyNoticeKind = z.output<typeof MoneyNoticeKind>

const reasonMaxLength = Math.max(limits.deposit.reasonMaxLength, limits.withdrawal.reasonMaxLength)

/**
 * `at`: when it happened. `request`: the id of the request. `requestedAt`: when the player sent the request.
 * - `askedPaise`: what the player asked for, if another amount arrived. `method`, `utr`: of a deposit.
 * - `proofReason`: why a better proof is needed. `reason`: why a request was rejected, or the note about the proof.
 * - `reference`: the bank's reference of a payment. `lastDigits`: of the bank account.
 */
const MoneyNotice = z.object({
  playerId: Id,
  notice: MoneyNoticeKind,
  amountPaise: Paise,
  at: IsoTime,
  request: Id,
  requestedAt: IsoTime,
  askedPaise: Paise.optional(),
  method: openEnum(DepositMethod.options).optional(),
  utr: z.string().max(limits.deposit.referenceMaxLength).optional(),
  proofReason: openEnum(BetterProofReason.options).optional(),
  reason: z.string().max(reasonMaxLength).optional(),
  reference: z.string().max(limits.deposit.referenceMaxLength).optional(),
  lastDigits: z.string().max(4).optional(),
})
export type MoneyNotice = z.output<typeof MoneyNotice>

export type PlayerNotice = z.output<typeof AccountNotice> | MoneyNotice

/** After this time a notice is too old to be useful. */
export const noticeUsefulForMs = 24 * 60 * 60_000

/**
 * Mails a notice to the player's own address. A notice about money also goes to the browsers that the player chose. After the
 * answer auth has stored the mail, once for each `noticeId`. A player without an account gets no mail, and the answer is
 * the same.
 */
export const mailNotice = operation({
  subject: 'auth.mail-notice',
  callers: ['payments'],
  input: z.discriminatedUnion('notice', [AccountNotice.extend({ noticeId: Id }), MoneyNotice.extend({ noticeId: Id })]),
  output: z.object({}),
  errors: [],
})

/** A browser that shows notifications. `device`: what the browser said that it is. `isThis`: that of the call. */
const NotifiedBrowser = z.object({
  browserId: Id,
  device: z.string().nullable(),
  addedAt: IsoTime,
  isThis: z.boolean(),
})

/**
 * What a player chose. `moneyMails`: mails about deposits and withdrawals. `pushKey`: the public VAPID key (RFC 8292) of the
 * operator; null: the operator offers no notifications. `browsers`: newest first.
 */
export const OwnNotices = z.object({
  moneyMails: z.boolean(),
  pushKey: z.string().nullable(),
  browsers: z.array(NotifiedBrowser),
})

export const setMoneyMails = operation({
  subject: 'auth.set-money-mails',
  route: {
    method: 'PUT',
    path: '/api/account/money-mails',
    access: 'player',
    rate: 'command',
    summary: 'Switch mails about own deposits and withdrawals on or off',
  },
  input: z.object({ moneyMails: z.boolean() }),
  output: z.object({ notices: OwnNotices }),
  errors: [],
})

const keyOf = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,2}$`), { error: 'The key is not valid.' })
}

/**
 * Stores the push subscription of this browser (W3C Push API, `PushSubscription.toJSON()`). It replaces an earlier subscription
 * of the browser. `invalid_request`: the endpoint is not of a known push service, or the operator offers no notifications.
 */
export const addPushBrowser = operation({
  subject: 'auth.add-push-browser',
  route: {
    method: 'POST',
    path: '/api/account/browsers',
    access: 'player',
    rate: 'command',
    summary: 'Send notifications to this browser',
  },
  input: z.object({
    // `z.url` would make the app heavier; auth checks the endpoint anyway.
    endpoint: z
      .string()
      .max(limits.push.endpointMaxLength)
      .regex(/^https?:\/\/\S+$/, { error: 'The endpoint is not valid.' }),
    keys: z.object({ p256dh: keyOf(65), auth: keyOf(16) }),
  }),
  output: z.object({ notices: OwnNotices }),
  errors: [],
})

/** Ends the notifications of one browser of the player. */
export const removePushBrowser = operation({
  subject: 'auth.remove-push-browser',
  route: {
    method: 'DELETE',
    path: '/api/account/browsers/:browserId',
    access: 'player',
    rate: 'command',
    summary: 'End the notifications of one own browser',
  },
  input: z.object({ browserId: Id }),
  output: z.object({ notices: OwnNotices }),
  errors: ['not_found'],
})
