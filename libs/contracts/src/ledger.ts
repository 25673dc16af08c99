import { z } from 'zod'
import { DayRange } from './day-range.ts'
import { limits } from './limits.ts'
import { inRupees, Paise, paiseOfRupees, rupees, Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { Id, IsoTime, NoInput, openEnum, PageQuery } from './primitives.ts'
import { deciders } from './requests.ts'
import { Game } from './wallet.ts'

export const entryKinds = [
  'play',
  'reserve',
  'settle',
  'void',
  'deposit',
  'hold',
  'release',
  'pay-out',
  'bonus',
  'correction',
] as const
export const EntryKind = z.enum(entryKinds)
export type EntryKind = z.output<typeof EntryKind>

const correctionAccounts = ['outside', 'house', 'bonus'] as const

/** One ledger entry of a player. `amountPaise` and `heldPaise` are signed: the changes of the balance and of what is on hold. `sequence` is gapless for each player. */
export const LedgerEntry = z.object({
  entryId: z.string(),
  playerId: Id,
  sequence: z.int().positive(),
  kind: EntryKind,
  game: Game.nullable(),
  reference: Id,
  amountPaise: Paise,
  heldPaise: Paise,
  stakePaise: Paise,
  payoutPaise: Paise,
  balanceAfterPaise: Paise.refine((amount) => amount >= 0),
  /** The account of the house that bears a correction; null for other entries. The previous release does not send it. */
  account: z.enum(correctionAccounts).nullable().optional(),
  at: IsoTime,
})
export type LedgerEntry = z.output<typeof LedgerEntry>

/** A player's entries, newest first. */
export const listEntries = operation({
  subject: 'wallet.list-entries',
  callers: ['payments'],
  input: PageQuery.extend({ playerId: Id }),
  output: z.object({ entries: z.array(LedgerEntry), nextCursor: z.string().nullable() }),
  errors: [],
})

/** One proof of the ledger, with the number of breaks that it found and what it looked at. */
export const LedgerCheck = z.object({ name: z.string(), checked: z.int().nonnegative(), breaks: z.int().nonnegative() })

/** `unknown`: reconciliation is overdue or failed. */
export const ledgerStates = ['clean', 'broken', 'unknown'] as const

/** The result of the newest reconciliation, for the dashboard. The wallet runs one a minute. */
export const getLedgerState = operation({
  subject: 'wallet.get-ledger-state',
  route: {
    method: 'GET',
    path: '/api/admin/ledger-state',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Whether the ledger adds up',
  },
  input: NoInput,
  output: z.object({
    state: openEnum(ledgerStates),
    checkedAt: IsoTime.nullable(),
    entries: z.int().nonnegative(),
    checks: z.array(LedgerCheck),
    playersTotal: Rupees,
    heldTotal: Rupees,
    openStakesTotal: Rupees,
    houseTotal: Rupees,
    /** Deposits minus withdrawals, with the sign that makes the sum of all totals 0. */
    outsideTotal: Rupees,
    bonusTotal: Rupees,
  }),
  errors: [],
})

/** One line of the ledger as admins read it. `amount` is what it did to the balance; the three of the house are signed as the house sees them. */
export const AdminEntry = z.object({
  /** Player and sequence, which no other entry has. */
  _id: z.string(),
  playerId: Id,
  sequence: z.int().positive(),
  kind: openEnum(entryKinds),
  game: openEnum(Game.options).nullable(),
  /** The bet, deposit, withdrawal or correction that it is about. */
  reference: Id,
  amount: Rupees,
  stake: Rupees,
  payout: Rupees,
  balanceAfter: Rupees,
  /** The sides of the other accounts: reserved stakes, held withdrawals, and the accounts of the casino. With `amount` they sum to 0. */
  sides: z.object({ open: Rupees, held: Rupees, house: Rupees, outside: Rupees, bonus: Rupees }),
  /** Why a bet is void. Of a correction: the reason, and who proposed and approved the correction. */
  note: z.string().nullable(),
  at: IsoTime,
})
export type AdminEntry = z.output<typeof AdminEntry>

/** The filters of the list of entries and of its export. `from` and `to`: the days of the entries of a player. */
export const EntryFilters = z.object({ playerId: Id.optional(), reference: Id.optional(), ...DayRange.shape })

/** The filters with the rule that they name a player or a reference. */
export const needsOwner = <Filters extends typeof EntryFilters>(filters: Filters): Filters =>
  filters.refine(({ playerId, reference }) => playerId !== undefined || reference !== undefined, {
    error: 'Name a playerId or a reference.',
  })

export const adminListEntries = operation({
  subject: 'wallet.admin-list-entries',
  route: {
    method: 'GET',
    path: '/api/admin/entries',
    access: { admin: adminRoles },
    rate: 'read',
    summary:
      'Ledger entries of a player, newest first, or all entries about one bet, deposit, withdrawal or correction',
  },
  callers: ['analytics'],
  input: needsOwner(PageQuery.extend(EntryFilters.shape)),
  output: z.object({ entries: z.array(AdminEntry), nextCursor: z.string().nullable() }),
  errors: [],
})

export const adminGetEntry = operation({
  subject: 'wallet.admin-get-entry',
  route: {
    method: 'GET',
    path: '/api/admin/entries/:id',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'One ledger entry',
  },
  input: z.object({ id: z.string().max(64) }),
  output: z.object({ entry: AdminEntry }),
  errors: ['not_found'],
})

/** An account of the house that bears a correction: cash in and out (a deposit or payout booked wrongly), winnings (a bet), or bonuses. */
export const CorrectionAccount = z.enum(correctionAccounts)
export type CorrectionAccount = z.output<typeof CorrectionAccount>

/** `failed`: approved, and refused by the ledger (`failure` says why). No money has moved; an admin may propose another correction. */
export const CorrectionStatus = z.enum(['pending', 'approved', 'rejected', 'failed'])
export type CorrectionStatus = z.output<typeof CorrectionStatus>

/** A change of a player's balance outside of bets, deposits and withdrawals. One admin proposes it with a reason; it is booked after the approval of another admin. */
export const Correction = z.object({
  _id: Id,
  playerId: Id,
  /** Signed: what it adds to the balance. */
  amount: Rupees,
  account: openEnum(CorrectionAccount.options),
  reason: z.string(),
  status: openEnum(CorrectionStatus.options),
  proposedBy: z.object({ _id: Id, username: z.string() }),
  proposedAt: IsoTime,
  decidedBy: z.string().nullable(),
  decidedAt: IsoTime.nullable(),
  /** Why it was rejected, where it says. */
  rejectionReason: z.string().nullable(),
  /** Approved and not in the ledger yet: it follows by itself. */
  isBooked: z.boolean(),
  failure: z.string().nullable(),
  /** Who the player is, and the balance at the time of the call. Only lists have it. `email` is null while auth does not answer. */
  player: z.object({ email: z.string().nullable(), balance: Rupees }).optional(),
})
export type Correction = z.output<typeof Correction>

const { maxRupees, reasonMinLength, reasonMaxLength } = limits.correction
const validAmount = () => `A correction is an amount up to ${inRupees(maxRupees)}, and not 0.`
const needsReason = `Say why, in ${reasonMinLength} to ${reasonMaxLength} characters.`

export const proposeCorrection = operation({
  subject: 'wallet.propose-correction',
  route: {
    method: 'POST',
    path: '/api/admin/corrections',
    access: { admin: deciders },
    rate: 'command',
    idempotent: true,
    summary: "Propose a correction of a player's balance; the balance changes when another admin approves it",
  },
  input: z.object({
    playerId: Id,
    amount: rupees(
      z
        .number({ error: validAmount })
        .min(-maxRupees, { error: validAmount })
        .max(maxRupees, { error: validAmount })
        .refine((amount) => amount !== 0, { error: validAmount }),
    ),
    account: CorrectionAccount,
    reason: z
      .string({ error: needsReason })
      .trim()
      .min(reasonMinLength, { error: needsReason })
      .max(reasonMaxLength, { error: needsReason }),
  }),
  output: z.object({ correction: Correction }),
  errors: ['not_found', 'idempotency_conflict', 'too_many_pending'],
})

export const CorrectionFilters = z.object({
  id: Id.optional(),
  status: CorrectionStatus.optional(),
  playerId: Id.optional(),
})

export const listCorrections = operation({
  subject: 'wallet.list-corrections',
  route: {
    method: 'GET',
    path: '/api/admin/corrections',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Corrections, newest first; those that wait, of one player, one by its id, or all',
  },
  callers: ['analytics'],
  input: PageQuery.extend(CorrectionFilters.shape),
  /** `pending` counts all that wait, `pendingOfOthers` those that this admin may approve. */
  output: z.object({
    corrections: z.array(Correction),
    nextCursor: z.string().nullable(),
    pending: z.int(),
    pendingOfOthers: z.int().optional(),
  }),
  errors: [],
})

const CorrectionId = z.object({ id: z.string().max(64) })

export const approveCorrection = operation({
  subject: 'wallet.approve-correction',
  route: {
    method: 'POST',
    path: '/api/admin/corrections/:id/approve',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Book a correction that another admin has proposed; it fails if the balance is too low',
  },
  input: CorrectionId,
  output: z.object({ correction: Correction }),
  errors: ['not_found', 'already_decided', 'own_request', 'second_admin_needed', 'insufficient_balance'],
})

export const rejectCorrection = operation({
  subject: 'wallet.reject-correction',
  route: {
    method: 'POST',
    path: '/api/admin/corrections/:id/reject',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Reject a correction, or take back an own one',
  },
  input: CorrectionId.extend({ reason: z.string().trim().max(reasonMaxLength).optional() }),
  output: z.object({ correction: Correction }),
  errors: ['not_found', 'already_decided'],
})

/** The most that one correction moves either way, in paise. */
export const maxCorrectionPaise = paiseOfRupees(maxRupees)

export const proveLedgerNow = operation({
  subject: 'wallet.prove-ledger-now',
  route: {
    method: 'POST',
    path: '/api/admin/ledger-state/prove',
    access: { admin: adminRoles },
    rate: 'command',
    summary: 'Look at the newest entries of the ledger now instead of within the minute',
  },
  input: NoInput,
  output: z.object({ message: z.string() }),
  errors: [],
})
