import {
  accountDigitsShown,
  adminGetDepositProof,
  DepositMethod,
  getDepositProof,
  getQrImage,
  limits,
  paise,
} from '@kismet/contracts'
import type {
  AdminDeposit,
  AdminWithdrawal,
  BankAccount,
  CasinoMode,
  Claim,
  Deposit,
  DepositSettings,
  getApprovalSettings,
  getPayoutSettings,
  Output,
  Payout,
  PayToAccount,
  PayToProposal,
  RequestKind,
  RequestStatus,
  Withdrawal,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Admin } from '@kismet/service-kit/tokens'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { StoredAccount } from './db/accounts.ts'
import { findRisks } from './db/hints.ts'
import { countNotes } from './db/notes.ts'
import { seesWholeAccounts } from './db/request-search.ts'
import { askedOf } from './db/requests.ts'
import { findRevisions, versionOf as versionOfAccount } from './db/pay-to.ts'
import type { Proposal, StoredAccount as StoredPayTo } from './db/pay-to.ts'
import type { StoredDeposit, StoredRequest, StoredWithdrawal } from './db/requests.ts'
import { versionOf } from './db/settings.ts'
import type { Settings } from './db/settings.ts'
import type { PayToTerms } from './domain/pay-to.ts'
import { choicesOf } from './domain/decision.ts'
import { awaitingFirst } from './work/judge-approval.ts'

type View<Schema extends z.ZodType> = z.output<Schema>

const timeOrNull = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs))

/** The status on the wire. */
export function statusView({ status }: Pick<StoredRequest, 'status'>): RequestStatus {
  if (status === 'asked') return 'pending'
  return status === 'refused' ? 'rejected' : status
}

/** What a deposit counts, and what was asked for, if another amount was credited. A first approval is no decision. */
export function amountsOf(deposit: StoredDeposit): Pick<View<typeof Deposit>, 'amount' | 'askedAmount'> {
  const { status, amountPaise, askedPaise } = deposit
  if (status === 'approved') return { amount: amountPaise, askedAmount: askedPaise }
  return { amount: askedOf(deposit), askedAmount: null }
}

function betterProofView({ status, betterProof }: StoredDeposit): View<typeof Deposit>['betterProof'] {
  if (status !== 'pending' || betterProof === null) return null
  const { reason, note, askedAtMs, sentAtMs } = betterProof
  return { reason, note, askedAt: isoTime(askedAtMs), sentAt: timeOrNull(sentAtMs) }
}

/** A deposit as its player sees it. */
export function depositView(deposit: StoredDeposit): View<typeof Deposit> {
  return {
    _id: deposit.id,
    user: deposit.playerId,
    ...amountsOf(deposit),
    method: deposit.method,
    utr: deposit.utr,
    proof: getDepositProof.route.path.replace(':id', deposit.id),
    proofPages: deposit.proofPages,
    status: statusView(deposit),
    adminReason: deposit.adminReason,
    createdAt: isoTime(deposit.createdAtMs),
    decidedAt: timeOrNull(deposit.decidedAtMs),
    betterProof: betterProofView(deposit),
    proofDeletedAt: timeOrNull(deposit.proofDeletedAtMs),
  }
}

type Steps = View<typeof Withdrawal>['steps']
type Times = Pick<StoredWithdrawal, 'status' | 'createdAtMs' | 'heldAtMs' | 'paySinceMs' | 'decidedAtMs' | 'bookedAtMs'>

/** The steps of a withdrawal in their order. Money of a refused hold does not return, and a rejected withdrawal was not paid. */
export function stepsOf({ status, createdAtMs, heldAtMs, paySinceMs, decidedAtMs, bookedAtMs }: Times): Steps {
  const isApproved = status === 'approved'
  const steps: readonly (readonly [Steps[number]['step'], number | null])[] = [
    ['requested', createdAtMs],
    ['held', heldAtMs],
    ['being_paid', isApproved || status === 'pending' ? paySinceMs : null],
    [isApproved ? 'approved' : 'rejected', decidedAtMs],
    [isApproved ? 'paid_out' : 'returned', status === 'refused' ? null : bookedAtMs],
  ]
  return steps.flatMap(([step, atMs]) => (atMs === null ? [] : [{ step, at: isoTime(atMs) }]))
}

/** A withdrawal as its player sees it. */
export function withdrawalView(withdrawal: StoredWithdrawal): View<typeof Withdrawal> {
  const { name, accountNumber, ifsc, mobile } = withdrawal.account
  return {
    _id: withdrawal.id,
    user: withdrawal.playerId,
    amount: withdrawal.amountPaise,
    account: { name, accountNumber, ifsc, mobile },
    status: statusView(withdrawal),
    rejectionReason: withdrawal.adminReason,
    paidReference: withdrawal.paidReference,
    createdAt: isoTime(withdrawal.createdAtMs),
    steps: stepsOf(withdrawal),
  }
}

/** A request as it was in its first answer, for replays. */
export function asFirstAnswered<Row extends StoredRequest>(request: Row): Row {
  const decision = { status: 'pending', adminReason: null, decidedAtMs: null, bookedAtMs: null, proofDeletedAtMs: null }
  return {
    ...request,
    ...decision,
    betterProof: null,
    ...(request.kind === 'withdrawal' && { paySinceMs: null, paidReference: null }),
  }
}

/** The valid claim of a pending request. */
export function claimView(request: StoredRequest, nowMs: number): View<typeof Claim> | null {
  const { status, claimedBy: adminId, claimedByName: by, claimedUntilMs } = request
  if (status !== 'pending' || adminId === null || by === null || (claimedUntilMs ?? 0) <= nowMs) return null
  return { adminId, by, until: isoTime(claimedUntilMs ?? 0) }
}

/** Requests as admins see them: `show`, with claims, and with risks and numbers of notes that are read for all at once. */
async function viewsForAdmins<Row extends StoredRequest, Shown>(
  { db, clock }: Context,
  kind: RequestKind,
  rows: readonly Row[],
  show: (row: Row) => Shown,
) {
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const risks = await findRisks(db, kind, pending)
  const notes = await countNotes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { firstApprovedByName: by, firstApprovedAtMs, amountPaise } = row
    const amount = amountPaise === askedOf(row) ? {} : { amount: amountPaise }
    return {
      ...show(row),
      user: { _id: row.playerId, email: row.playerEmail, username: null },
      decidedAt: timeOrNull(row.decidedAtMs),
      decidedBy: row.decidedByName,
      claim: claimView(row, clock.now()),
      firstApproval:
        by === null || firstApprovedAtMs === null ? null : { by, at: isoTime(firstApprovedAtMs), ...amount },
      risks: [...(risks.get(row.id) ?? [])],
      notes: notes.get(row.id) ?? 0,
    }
  })
}

export async function adminDepositViews(
  ctx: Context,
  rows: readonly StoredDeposit[],
): Promise<View<typeof AdminDeposit>[]> {
  const named = new Set(rows.flatMap(({ payToRevision }) => payToRevision ?? []))
  const revisions = new Map((await findRevisions(ctx.db, [...named])).map((one) => [one.id, one]))
  return viewsForAdmins(ctx, 'deposit', rows, (deposit) => {
    const shown = revisions.get(deposit.payToRevision ?? '')
    return {
      ...depositView(deposit),
      proof: adminGetDepositProof.route.path.replace(':id', deposit.id),
      newProofFrom: deposit.newProofFrom ?? 1,
      betterProofsLeft: limits.deposit.betterProofs - (deposit.betterProof?.number ?? 0),
      payTo: shown === undefined ? null : { account: shown.accountId, ...termsView(shown.terms) },
      note: deposit.payNote,
    }
  })
}

/** The payout of a pending request, also after the payout expired. */
function payoutView(withdrawal: StoredWithdrawal): View<typeof Payout> | null {
  const { status, payBy: adminId, payByName: by, paySinceMs, payUntilMs, payoutFileId: file } = withdrawal
  if (status !== 'pending' || adminId === null || by === null || paySinceMs === null) return null
  return { adminId, by, since: isoTime(paySinceMs), until: timeOrNull(payUntilMs), file }
}

export async function adminWithdrawalViews(
  ctx: Context,
  rows: readonly StoredWithdrawal[],
  { id: adminId, role }: Admin,
): Promise<View<typeof AdminWithdrawal>[]> {
  const awaiting = await awaitingFirst(ctx, rows, adminId)
  const numberView = (whole: string) => (seesWholeAccounts(role) ? whole : `••••${whole.slice(-accountDigitsShown)}`)
  return viewsForAdmins(ctx, 'withdrawal', rows, (withdrawal) => {
    const { accountId, name, ifsc, mobile, addedAtMs, changedAtMs } = withdrawal.account
    const accountNumber = numberView(withdrawal.account.accountNumber)
    const times = { addedAt: isoTime(addedAtMs), changedAt: isoTime(changedAtMs) }
    return {
      ...withdrawalView(withdrawal),
      account: { accountId, name, accountNumber, ifsc, mobile, ...times },
      payout: payoutView(withdrawal),
      needsFirstApproval: awaiting.has(withdrawal.id),
    }
  })
}

/** Accounts in the order of their indexes. */
export function accountViews(accounts: readonly StoredAccount[], nowMs: number): View<typeof BankAccount>[] {
  return accounts.map(({ id, name, accountNumber, ifsc, mobile, usableFromMs, ...account }) => ({
    accountId: id,
    ...{ name, accountNumber, ifsc, mobile },
    hasWithdrawPassword: account.passwordHash !== null,
    createdAt: isoTime(account.createdAtMs),
    updatedAt: isoTime(account.updatedAtMs),
    ...(usableFromMs !== null && usableFromMs > nowMs && { usableFrom: isoTime(usableFromMs) }),
  }))
}

const qrImageOf = (qrVersion: string | null) =>
  qrVersion === null ? null : getQrImage.route.path.replace(':version', qrVersion)

const termsView = ({ kind, name, address, ifsc, qrVersion }: PayToTerms) => ({
  ...{ kind, name, address, ifsc, qrImage: qrImageOf(qrVersion) },
})

/** The settings of deposits: the account that each method shows now. */
export function depositSettingsView(shown: ReadonlyMap<DepositMethod, StoredPayTo>): View<typeof DepositSettings> {
  const ofUpi = shown.get('UPI')
  const accounts = [...new Set(shown.values())].flatMap((account) => {
    const { revision: id, terms } = account
    const methods = DepositMethod.options.filter((method) => shown.get(method) === account)
    return id === null || terms === null ? [] : [{ id, ...termsView(terms), methods }]
  })
  const inUse = { utr: ofUpi?.terms?.address ?? null, qrImage: qrImageOf(ofUpi?.terms?.qrVersion ?? null) }
  return { ...inUse, version: versionOfAccount(ofUpi), accounts }
}

const wholeTermsView = (terms: PayToTerms) => ({
  ...termsView(terms),
  methods: [...terms.methods],
  dailyLimit: terms.dailyLimitPaise,
})

export function proposalView(proposal: Proposal | null): PayToProposal | null {
  if (proposal === null) return null
  const { id: _id, terms, isOn, proposedBy, proposedByName: username, proposedAtMs, takesEffectAtMs } = proposal
  const by = { _id: proposedBy, username }
  const times = { at: isoTime(proposedAtMs), takesEffectAt: isoTime(takesEffectAtMs) }
  return { _id, ...wholeTermsView(terms), isOn, by, ...times }
}

/** The accounts that players pay to, for admins. */
export function payToAccountViews(
  accounts: readonly StoredPayTo[],
  todayPaise: ReadonlyMap<string, number>,
): View<typeof PayToAccount>[] {
  return accounts.map((account) => ({
    _id: account.id,
    version: versionOfAccount(account),
    inUse: account.terms && wholeTermsView(account.terms),
    isOn: account.isOn,
    today: paise(todayPaise.get(account.id) ?? 0),
    proposed: proposalView(account.proposal),
  }))
}

export function approvalSettingsView(
  settings: Settings,
  mode: CasinoMode,
): Output<typeof getApprovalSettings>['settings'] {
  const { secondAbovePaise, changedByName, changedAtMs } = settings
  return {
    secondApprovalAbove: secondAbovePaise,
    ...choicesOf(settings.approvals, mode),
    version: versionOf('approval', settings),
    changedBy: changedByName,
    changedAt: timeOrNull(changedAtMs),
  }
}

export function payoutSettingsView(settings: Settings): Output<typeof getPayoutSettings>['settings'] {
  const { payoutLeaseMinutes, payoutDebitAccount: debitAccount } = settings
  const leaseMinutes = payoutLeaseMinutes ?? limits.payout.leaseMinutes
  return { leaseMinutes, debitAccount, version: versionOf('payout', settings) }
}
