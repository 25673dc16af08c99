import { limits, listEntries } from '@kismet/contracts'
import type { HintKind, LedgerEntry } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { isTooSlow } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { readBankSays } from '../db/bank-rows.ts'
import { findRelated, findRisks, readHistory, readPayers } from '../db/hints.ts'
import type { Hints } from '../db/hints.ts'
import type { StoredDeposit, StoredRequest, StoredWithdrawal } from '../db/requests.ts'
import { isLikeName, payerOf } from '../domain/bank/payer.ts'
import { playUntil } from '../domain/play-since-deposit.ts'
import type { Play } from '../domain/play-since-deposit.ts'
import { findReaders, readReasons } from './judge-approval.ts'
import { againstOf } from './take-bank-row.ts'

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
  const [says, history, payers, ...found] = await Promise.all([
    readBankSays(db, id),
    readHistory(db, playerId),
    readPayers(db, deposit),
    ...related,
  ])
  const against = says && againstOf(says, id)
  const ofBank = against === undefined || against.code === 'bank_row_used' ? [] : [hint(against.code)]
  const payer = payers.text === null ? null : payerOf(payers.text)
  const known = [...payers.names, ...payers.earlierTexts.flatMap((text) => payerOf(text) ?? [])]
  const isUnknown = payer !== null && known.length > 0 && !known.some((name) => isLikeName(name, payer))
  const ofPayer = isUnknown ? [hint('payer_unknown')] : []
  const needs = await secondAdminOf(ctx, deposit, admin, payers.rowId, requestId)
  const { onlyReader } = payers
  const hints = [...ofBank, ...found.flat(), ...ofPayer]
  return { kind: 'deposit', hints, unknown, history, account: null, play: null, payer, onlyReader, ...needs }
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

const playHints = ['no_deposit', 'no_play_since_deposit', 'little_play_since_deposit', 'low_risk_play'] as const

function hintsOfPlay({ depositedAt, deposited, staked, lowRiskStaked }: Play): readonly HintKind[] {
  const isLittle = depositedAt !== null && staked > 0 && staked < deposited
  return [
    ...(depositedAt === null ? (['no_deposit'] as const) : []),
    ...(depositedAt !== null && staked === 0 ? (['no_play_since_deposit'] as const) : []),
    ...(isLittle ? (['little_play_since_deposit'] as const) : []),
    ...(lowRiskStaked * 2 > staked ? (['low_risk_play'] as const) : []),
  ]
}

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
  const { addedAtMs, changedAtMs, usableFromMs } = withdrawal.account
  const [risks, others, history, play] = await Promise.all([
    findRisks(db, 'withdrawal', [id]),
    findRelated(db, 'account_of_others', withdrawal),
    readHistory(db, playerId),
    readPlay(ctx, withdrawal, requestId).catch((error: unknown) => {
      log.warn({ err: error, withdrawalId: id, requestId }, 'the wallet did not tell what was played')
      return 'unknown' as const
    }),
  ])
  const isRecent = (atMs: number) => createdAtMs - atMs < limits.requests.accountNewMs
  const isChanged = changedAtMs > addedAtMs
  const hints = [
    ...(risks.get(id)?.includes('account_of_others') === true ? [hint('account_of_others', others)] : []),
    ...(isRecent(addedAtMs) ? [hint('account_new')] : []),
    ...(isChanged && isRecent(changedAtMs) ? [hint('account_changed')] : []),
    ...(typeof usableFromMs === 'number' && isRecent(usableFromMs) ? [hint('account_waited')] : []),
    ...(history.withdrawals.approved.count === 0 ? [hint('first_withdrawal')] : []),
    ...(play === 'unknown' ? [] : hintsOfPlay(play).map((kind) => hint(kind))),
  ]
  const account = { addedAt: isoTime(addedAtMs), changedAt: isoTime(changedAtMs) }
  const isUnknown = play === 'unknown'
  const unknown = isUnknown ? [...playHints] : []
  const needs = await secondAdminOf(ctx, withdrawal, admin, null, requestId)
  return { kind: 'withdrawal', hints, unknown, history, account, play: isUnknown ? null : play, ...needs }
}
