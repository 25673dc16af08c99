import { accountDigitsShown, adminGetDepositProof, getDepositProof, limits } from '@kismet/contracts'
import type {
  AdminDeposit,
  AdminWithdrawal,
  BankAccount,
  Claim,
  Deposit,
  Payout,
  RequestKind,
  RequestStatus,
  Withdrawal,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Admin } from '@kismet/service-kit/tokens'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { StoredAccount } from './db/accounts.ts'
import { readBankStates } from './db/bank-row-place.ts'
import { countNotes, findRisks } from './db/hints.ts'
import { seesWholeAccounts } from './db/request-search.ts'
import { askedOf } from './db/requests.ts'
import { findRevisions } from './db/pay-to.ts'
import type { StoredDeposit, StoredRequest, StoredWithdrawal } from './db/requests.ts'
import { termsView } from './settings-views.ts'
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
    note: deposit.payNote,
  }
}

/** The accounts as the players of deposits saw them, by revision. */
async function shownAccounts(ctx: Context, rows: readonly StoredDeposit[]) {
  const named = new Set(rows.flatMap(({ payToRevision }) => payToRevision ?? []))
  const revisions = new Map((await findRevisions(ctx.db, [...named])).map((one) => [one.id, one]))
  return ({ payToRevision }: StoredDeposit) => revisions.get(payToRevision ?? '')
}

/** Deposits as their player sees them, with the accounts that were shown. */
export async function depositViews(ctx: Context, rows: readonly StoredDeposit[]): Promise<View<typeof Deposit>[]> {
  const shownFor = await shownAccounts(ctx, rows)
  return rows.map((deposit) => {
    const shown = shownFor(deposit)
    return { ...depositView(deposit), payTo: shown === undefined ? null : termsView(shown.terms) }
  })
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
  const shownFor = await shownAccounts(ctx, rows)
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const states = await readBankStates(ctx.db, pending)
  return viewsForAdmins(ctx, 'deposit', rows, (deposit) => {
    const shown = shownFor(deposit)
    return {
      ...depositView(deposit),
      proof: adminGetDepositProof.route.path.replace(':id', deposit.id),
      newProofFrom: deposit.newProofFrom ?? 1,
      betterProofsLeft: limits.deposit.betterProofs - (deposit.betterProof?.number ?? 0),
      payTo: shown === undefined ? null : { account: shown.accountId, ...termsView(shown.terms) },
      bank: states.get(deposit.id) ?? null,
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
