import { hash } from 'node:crypto'
import {
  accountDigitsShown,
  adminGetDepositProof,
  getDepositProof,
  getQrImage,
  wholeAccountReaders,
} from '@kismet/contracts'
import type {
  AdminDeposit,
  AdminRole,
  AdminWithdrawal,
  BankAccount,
  BankStatement,
  Claim,
  Deposit,
  DepositSettings,
  RequestKind,
  Withdrawal,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Admin } from '@kismet/service-kit/tokens'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { StoredAccount } from './db/accounts.ts'
import type { StoredStatement } from './db/bank-statements.ts'
import { claimsOf } from './db/claims.ts'
import type { StoredClaim } from './db/claims.ts'
import type { StoredDeposit } from './db/deposits.ts'
import { findRisks } from './db/hints.ts'
import type { Risks } from './db/hints.ts'
import type { StoredSettings } from './db/settings.ts'
import type { StoredWithdrawal } from './db/withdrawals.ts'
import { stepsOf } from './domain/withdrawal-steps.ts'

type View<Schema extends z.ZodType> = z.output<Schema>

const settingsVersionLength = 16

const timeOrNull = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs))

function commonOfDeposit(deposit: StoredDeposit): Omit<View<typeof Deposit>, 'user' | 'proof'> {
  return {
    _id: deposit.id,
    amount: deposit.amountPaise,
    method: deposit.method,
    utr: deposit.utr,
    status: deposit.status,
    adminReason: deposit.adminReason,
    createdAt: isoTime(deposit.createdAtMs),
    proofDeletedAt: timeOrNull(deposit.proofDeletedAtMs),
  }
}

/** A request as its player sees it. */
export function depositView(deposit: StoredDeposit): View<typeof Deposit> {
  const proof = getDepositProof.route.path.replace(':id', deposit.id)
  return { ...commonOfDeposit(deposit), user: deposit.playerId, proof }
}

export function claimView({ adminId, adminName, untilMs }: StoredClaim): View<typeof Claim> {
  return { adminId, by: adminName, until: isoTime(untilMs) }
}

/** What is known at the desk of requests that wait: of those that are decided it says nothing any more. */
interface AtDesk {
  readonly claims: ReadonlyMap<string, StoredClaim>
  readonly risks: Risks
}

/** What admins see of any request. */
function forAdmins(request: StoredDeposit | StoredWithdrawal, { claims, risks }: AtDesk) {
  const { id, playerId, playerEmail, firstApprovedByName: by, firstApprovedAtMs } = request
  const claimed = claims.get(id)
  return {
    user: { _id: playerId, email: playerEmail, username: null },
    decidedAt: timeOrNull(request.decidedAtMs),
    decidedBy: request.decidedByName,
    claim: claimed === undefined ? null : claimView(claimed),
    firstApproval: by === null || firstApprovedAtMs === null ? null : { by, at: isoTime(firstApprovedAtMs) },
    risks: [...(risks.get(id) ?? [])],
  }
}

/** Reads what is known of all of these at once. */
async function atDesk(
  { db, clock }: Context,
  kind: RequestKind,
  rows: readonly Pick<StoredDeposit | StoredWithdrawal, 'id' | 'status'>[],
): Promise<AtDesk> {
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const [claims, risks] = await Promise.all([claimsOf(db, waiting, clock.now()), findRisks(db, kind, waiting)])
  return { claims, risks }
}

function adminDeposit(deposit: StoredDeposit, known: AtDesk): View<typeof AdminDeposit> {
  return {
    ...commonOfDeposit(deposit),
    ...forAdmins(deposit, known),
    proof: adminGetDepositProof.route.path.replace(':id', deposit.id),
    proofPages: deposit.proofPages,
  }
}

/** Whether an admin is shown account numbers as they are, and not how they end. */
export const seesWholeAccounts = (role: AdminRole): boolean => wholeAccountReaders.some((reader) => reader === role)

const endOf = (accountNumber: string) => `••••${accountNumber.slice(-accountDigitsShown)}`

function adminWithdrawal(withdrawal: StoredWithdrawal, known: AtDesk, role: AdminRole): View<typeof AdminWithdrawal> {
  const { accountId, accountAddedAtMs, accountChangedAtMs, accountNumber } = withdrawal
  const view = withdrawalView({
    ...withdrawal,
    accountNumber: seesWholeAccounts(role) ? accountNumber : endOf(accountNumber),
  })
  const times = { addedAt: isoTime(accountAddedAtMs), changedAt: isoTime(accountChangedAtMs) }
  return { ...view, ...forAdmins(withdrawal, known), account: { ...view.account, accountId, ...times } }
}

/** Requests as admins see them. */
export async function adminDepositViews(
  ctx: Context,
  rows: readonly StoredDeposit[],
): Promise<View<typeof AdminDeposit>[]> {
  const known = await atDesk(ctx, 'deposit', rows)
  return rows.map((row) => adminDeposit(row, known))
}

export async function adminWithdrawalViews(
  ctx: Context,
  rows: readonly StoredWithdrawal[],
  { role }: Admin,
): Promise<View<typeof AdminWithdrawal>[]> {
  const known = await atDesk(ctx, 'withdrawal', rows)
  return rows.map((row) => adminWithdrawal(row, known, role))
}

export async function adminDepositView(ctx: Context, deposit: StoredDeposit): Promise<View<typeof AdminDeposit>> {
  return adminDeposit(deposit, await atDesk(ctx, 'deposit', [deposit]))
}

export async function adminWithdrawalView(
  ctx: Context,
  withdrawal: StoredWithdrawal,
  { role }: Admin,
): Promise<View<typeof AdminWithdrawal>> {
  return adminWithdrawal(withdrawal, await atDesk(ctx, 'withdrawal', [withdrawal]), role)
}

/** A withdrawal as its player sees it. */
export function withdrawalView(withdrawal: StoredWithdrawal): View<typeof Withdrawal> {
  const { accountName: name, accountNumber, accountIfsc: ifsc, accountMobile: mobile } = withdrawal
  return {
    _id: withdrawal.id,
    user: withdrawal.playerId,
    amount: withdrawal.amountPaise,
    account: { name, accountNumber, ifsc, mobile },
    status: withdrawal.status,
    rejectionReason: withdrawal.adminReason,
    createdAt: isoTime(withdrawal.createdAtMs),
    steps: stepsOf(withdrawal).map(({ step, atMs }) => ({ step, at: isoTime(atMs) })),
  }
}

/** A held withdrawal as it was when it was asked for. */
export function firstAnswerView(withdrawal: StoredWithdrawal): View<typeof Withdrawal> {
  const asked = { status: 'pending', adminReason: null, decidedAtMs: null, settledAtMs: null } as const
  return withdrawalView({ ...withdrawal, ...asked })
}

/** Accounts in the order of their indexes. */
export function accountViews(accounts: readonly StoredAccount[]): View<typeof BankAccount>[] {
  return accounts.map(({ id, name, accountNumber, ifsc, mobile, passwordHash, createdAtMs, updatedAtMs }) => ({
    accountId: id,
    ...{ name, accountNumber, ifsc, mobile },
    hasWithdrawPassword: passwordHash !== null,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
  }))
}

/** What stands for these settings: the same for the same values, so that nobody is refused who has seen what is in use. */
export function settingsVersion({ utr, qrVersion }: StoredSettings): string {
  return hash('sha256', JSON.stringify([utr, qrVersion])).slice(0, settingsVersionLength)
}

export function settingsView(settings: StoredSettings): View<typeof DepositSettings> {
  const { utr, qrVersion } = settings
  const qrImage = qrVersion === null ? null : getQrImage.route.path.replace(':version', qrVersion)
  return { utr, qrImage, version: settingsVersion(settings) }
}

/** A bank statement that was taken. */
export function bankStatementView(statement: StoredStatement): View<typeof BankStatement> {
  const { id, fileName, rows, fresh, firstDay, lastDay, readByName, readAtMs } = statement
  return {
    _id: id,
    ...{ fileName, rows, fresh, from: firstDay, to: lastDay },
    readBy: readByName,
    readAt: isoTime(readAtMs),
    approved: { count: statement.approvedCount, amount: statement.approvedPaise },
  }
}
