import { z } from 'zod'
import { Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { Id, IsoTime, openEnum } from './primitives.ts'
import { bankStates, RequestId, RequestKind, RequestStatus, RiskKind, secondAdminReasons } from './requests.ts'

/** What an admin should look at before a decision. A hint refuses no decision. */
export const HintKind = z.enum([
  'bank_amount_differs',
  'bank_row_returned',
  ...RiskKind.options,
  'similar_proof',
  'payer_unknown',
  'account_new',
  'account_changed',
  'account_waited',
  'withdraw_password_reset',
  'first_withdrawal',
  'no_deposit',
  'no_play_since_deposit',
  'little_play_since_deposit',
  'low_risk_play',
])
export type HintKind = z.output<typeof HintKind>

/** Another request that a hint is about. */
export const RelatedRequest = z.object({
  kind: openEnum(RequestKind.options),
  _id: Id,
  user: z.object({ _id: Id, email: z.string() }),
  amount: Rupees,
  status: openEnum(RequestStatus.options),
  createdAt: IsoTime,
})

const Tally = z.object({ count: z.int().nonnegative(), amount: Rupees })
const History = z.object({ pending: Tally, approved: Tally, rejected: Tally })

/**
 * What the bank statements say of a request. `row`: a row has the reference and the amount. `amount`: a row has the
 * reference, and another amount. `returned`: the bank has returned the payment of a withdrawal by the row. `none`: no row has
 * the reference of the deposit, in statements up to the day `until`.
 */
const BankSays = z.object({
  says: openEnum([...bankStates, 'returned']),
  /** The row in the newest statement that has it. */
  row: z.object({ fileName: z.string(), row: z.int().positive(), amount: Rupees }).nullable(),
  until: z.iso.date(),
})

export const requestHints = operation({
  subject: 'payments.request-hints',
  route: {
    method: 'GET',
    path: '/api/admin/requests/:id/hints',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'What speaks for a closer look at a request, and what else its player has asked for',
  },
  input: RequestId,
  output: z.object({
    kind: openEnum(RequestKind.options),
    hints: z.array(z.object({ hint: openEnum(HintKind.options), requests: z.array(RelatedRequest) })),
    /** Hints that could not be searched: the request may have them. */
    unknown: z.array(openEnum(HintKind.options)),
    /** What stored bank rows say; null where there is no statement to look in. The previous release does not send it. */
    bank: BankSays.nullable().optional(),
    /** The payer of the bank row of a deposit, as the bank writes the name. `payer_unknown`: no name of the player is like it. */
    payer: z.string().nullable().optional(),
    /** The name of the admin, if one admin alone has uploaded the bank row of a deposit. */
    onlyReader: z.string().nullable().optional(),
    /** Why an approval by the caller would take a second admin now; empty: it would not. Absent after the decision. */
    secondAdminReasons,
    history: z.object({ firstRequestAt: IsoTime, deposits: History, withdrawals: History }),
    /** The account of a withdrawal: how long the player has had it, and since when it is as it was asked with. Null of a deposit, and when the account is gone. */
    account: z.object({ addedAt: IsoTime, changedAt: IsoTime }).nullable(),
    /**
     * Stakes before the request, since the newest deposit; of a player without a deposit all stakes. Null of a deposit,
     * and when `unknown` names the hints: the wallet does not answer, or the deposit is older than 1,000 entries.
     */
    play: z
      .object({ depositedAt: IsoTime.nullable(), deposited: Rupees, staked: Rupees, lowRiskStaked: Rupees })
      .nullable(),
  }),
  errors: ['not_found'],
})

/** Withdrawals whose hints one call reads: for each, payments asks the wallet what was played. */
export const hintsAtOnce = 20

const exampleOfIds = '01940000-0000-7000-8000-000000000001,01940000-0000-7000-8000-000000000002'
const Ids = z.codec(
  z
    .string()
    .max(hintsAtOnce * 64)
    .meta({ examples: [exampleOfIds] }),
  z.array(Id).min(1).max(hintsAtOnce),
  {
    decode: (text) => text.split(','),
    encode: (ids) => ids.join(','),
  },
)

export const withdrawalHints = operation({
  subject: 'payments.withdrawal-hints',
  route: {
    method: 'GET',
    path: '/api/admin/withdrawal-hints',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The hints of up to 20 withdrawals, for the choice of a payment file',
  },
  input: z.object({ ids: Ids }),
  /** As in `requestHints`, without the requests that a hint is about. */
  output: z.object({
    hints: z.array(
      z.object({
        _id: Id,
        hints: z.array(openEnum(HintKind.options)),
        unknown: z.array(openEnum(HintKind.options)),
      }),
    ),
  }),
  errors: [],
  timeoutMs: 10_000,
})
