import { limits, listEntries } from '@kismet/contracts'
import type { HintKind, LedgerEntry } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { isTooSlow } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { readBankPlace } from '../db/bank-row-place.ts'
import { findRelated, findRisks, readHistory, readPayers } from '../db/hints.ts'
import type { Hints } from '../db/hints.ts'
import type { StoredDeposit, StoredRequest, StoredWithdrawal } from '../db/requests.ts'
import { isLikeName, payerOf } from '../domain/bank/payer.ts'
import { playUntil } from '../domain/play-since-deposit.ts'
import type { Play } from '../domain/play-since-deposit.ts'
import { findReaders, readReasons } from './judge-approval.ts'
import { readPayoutAtBank } from './payout-at-bank.ts'
import type { PayoutAtBank } from './payout-at-bank.ts'
import { readBankSays } from './take-bank-row.ts'
import type { BankSays } from './take-bank-row.ts'

const { accountWaitsMs } = limits.withdrawal

const hint = (kind: HintKind, requests: Hints['hints'][number]['requests'] = []) => ({ hint: kind, requests })

/** The hints of a deposit: what the bank has of it, and its reference and proof against those of all others. */
export async function hintsOfDeposit(
  ctx: Context,
  deposit: StoredDeposit,
  admin: Admin,
  requestId: string,
): Promise<Hints> {
  const { db, log } = ctx
  const { id, playerId } = deposit
  const unknown: HintKind[] = []
  const kinds = ['bank_row_used', 'utr_rejected_before', 'same_proof', 'similar_proof'] as const
  const related = kinds.map(async (kind) => {
    const requests = await findRelated(db, kind, deposit).catch((error: unknown) => {
      // More pictures than the database compares in its time.
      if (kind !== 'similar_proof' || !isTooSlow(error)) throw error
      log.warn({ err: error, depositId: id }, 'proofs could not be compared in time')
      unknown.push(kind)
      return []
    })
    return requests.length === 0 ? [] : [hint(kind, requests)]
  })
  const [says, history, ...found] = await Promise.all([readBankSays(db, id), readHistory(db, playerId), ...related])
  const { row, against } = says
  const ofBank = against === undefined || against.code === 'bank_row_used' ? [] : [hint(against.code)]
  const bank = await bankOfDeposit(db, says)
  const own = row !== undefined && [null, id].includes(row.paidFor) ? row : null
  const { onlyReader, names, earlierTexts } = await readPayers(db, deposit, own?.id ?? null)
  const payer = own && payerOf(own.text)
  const known = [...names, ...earlierTexts.flatMap((text) => payerOf(text) ?? [])]
  const isUnknown = payer !== null && known.length > 0 && !known.some((name) => isLikeName(name, payer))
  const ofPayer = isUnknown ? [hint('payer_unknown')] : []
  const needs = await secondAdminOf(ctx, deposit, admin, own?.id ?? null, requestId)
  const hints = [...ofBank, ...found.flat(), ...ofPayer]
  return { kind: 'deposit', hints, unknown, history, account: null, play: null, payer, bank, onlyReader, ...needs }
}

/** What the statements say of a deposit. Null where a hint says more: the row was returned, or has paid for another request. */
function bankOfDeposit(db: Queryable, { row, against }: BankSays): Promise<Hints['bank']> | null {
  if (against?.code === 'bank_amount_differs') return readBankPlace(db, 'amount', against.rowId)
  if (against !== undefined) return null
  return row === undefined ? readBankPlace(db, 'none', null) : readBankPlace(db, 'row', row.id)
}

/** Why an approval by this admin would take a second admin now. */
async function secondAdminOf(
  ctx: Context,
  request: StoredRequest,
  admin: Admin,
  rowId: string | null,
  requestId: string,
): Promise<Pick<Hints, 'secondAdminReasons'>> {
  if (request.status !== 'pending') return {}
  const readers = await findReaders(ctx, admin.id, rowId, requestId)
  const { reasons } = await readReasons(ctx, ctx.db, request, admin.id, rowId, readers)
  return { secondAdminReasons: [...reasons] }
}

/** What the statements say of a withdrawal. Before its payment, it has no row at the bank. */
async function bankOfWithdrawal(
  db: Queryable,
  { stands, returns, isReturned, other }: PayoutAtBank,
): Promise<Hints['bank'] | null> {
  if (isReturned) return readBankPlace(db, 'returned', returns.at(-1)?.id ?? null)
  if (stands !== undefined) return readBankPlace(db, 'row', stands.id)
  return other === undefined ? null : readBankPlace(db, 'amount', other.id)
}

const playHints = {
  no_deposit: ({ depositedAt }) => depositedAt === null,
  no_play_since_deposit: ({ depositedAt, staked }) => depositedAt !== null && staked === 0,
  little_play_since_deposit: ({ depositedAt, deposited, staked }) =>
    depositedAt !== null && staked > 0 && staked < deposited,
  low_risk_play: ({ staked, lowRiskStaked }) => lowRiskStaked * 2 > staked,
} satisfies Partial<Record<HintKind, (play: Play) => boolean>>
const playKinds = Object.keys(playHints) as (keyof typeof playHints)[]

/** Pages of entries that are read: so many small bets since a deposit may be just what speaks for a closer look. */
const entryPages = 5

/**
 * What a player had played before a request, since the newest deposit. `unknown`: that deposit is older than the pages.
 * @throws an error of the wallet
 */
async function readPlay(
  ctx: Context,
  { playerId, createdAtMs }: Pick<StoredWithdrawal, 'playerId' | 'createdAtMs'>,
  requestId: string,
): Promise<Play | 'unknown'> {
  const entries: LedgerEntry[] = []
  let cursor: string | undefined
  for (let page = 0; page < entryPages; page += 1) {
    const limit = limits.listRows
    const read = await ctx.bus.call(listEntries, { playerId, limit, cursor }, { requestId })
    entries.push(...read.entries)
    const play = playUntil(entries, createdAtMs)
    if (read.nextCursor === null || play.depositedAt !== null) return play
    cursor = read.nextCursor
  }
  return 'unknown'
}

/** The hints of a withdrawal: its account, the history of its player, and what was played. */
export async function hintsOfWithdrawal(
  ctx: Context,
  withdrawal: StoredWithdrawal,
  admin: Admin,
  requestId: string,
): Promise<Hints> {
  const { db, log } = ctx
  const { id, playerId, createdAtMs } = withdrawal
  const { addedAtMs, changedAtMs, usableFromMs, passwordResetAtMs } = withdrawal.account
  const [says, risks, others, history, play] = await Promise.all([
    readPayoutAtBank(db, withdrawal),
    findRisks(db, 'withdrawal', [id]),
    findRelated(db, 'account_of_others', withdrawal),
    readHistory(db, playerId),
    readPlay(ctx, withdrawal, requestId).catch((error: unknown) => {
      log.warn({ err: error, withdrawalId: id, requestId }, 'the wallet did not tell what was played')
      return 'unknown' as const
    }),
  ])
  const bank = await bankOfWithdrawal(db, says)
  const isRecent = (atMs: number) => createdAtMs - atMs < limits.requests.accountNewMs
  const isChanged = changedAtMs > addedAtMs
  const isReset = typeof passwordResetAtMs === 'number' && isRecent(passwordResetAtMs + accountWaitsMs)
  const hasWaited = typeof usableFromMs === 'number' && isRecent(usableFromMs) && !isReset
  const hints = [
    ...(says.isReturned ? [hint('bank_row_returned')] : []),
    ...(bank?.says === 'amount' ? [hint('bank_amount_differs')] : []),
    ...(risks.get(id)?.includes('account_of_others') === true ? [hint('account_of_others', others)] : []),
    ...(isRecent(addedAtMs) ? [hint('account_new')] : []),
    ...(isChanged && isRecent(changedAtMs) ? [hint('account_changed')] : []),
    ...(hasWaited ? [hint('account_waited')] : []),
    ...(isReset ? [hint('withdraw_password_reset')] : []),
    ...(history.withdrawals.approved.count === 0 ? [hint('first_withdrawal')] : []),
    ...(play === 'unknown' ? [] : playKinds.filter((kind) => playHints[kind](play)).map((kind) => hint(kind))),
  ]
  const account = { addedAt: isoTime(addedAtMs), changedAt: isoTime(changedAtMs) }
  const needs = await secondAdminOf(ctx, withdrawal, admin, null, requestId)
  const played = play === 'unknown' ? { unknown: playKinds, play: null } : { unknown: [], play }
  return { kind: 'withdrawal', hints, history, account, bank, ...played, ...needs }
}
