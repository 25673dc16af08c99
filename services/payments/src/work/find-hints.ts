import { limits, listEntries } from '@kismet/contracts'
import type { HintKind, LedgerEntry, Output, requestHints } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { isTooSlow } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { readBankSays } from '../db/bank-rows.ts'
import { othersWithAccount, paidByItsRow, rejectedWithReference, withSameProof, withSimilarProof } from '../db/hints.ts'
import type { Related, Tallies } from '../db/hints.ts'
import type { StoredDeposit, StoredWithdrawal } from '../db/requests.ts'
import { playUntil } from '../domain/play-since-deposit.ts'
import type { Play } from '../domain/play-since-deposit.ts'
import { againstOf } from './take-bank-row.ts'

type Found = Pick<Output<typeof requestHints>, 'hints' | 'unknown'>

const relatedView = ({ kind, id, playerId, playerEmail, amountPaise, status, createdAtMs }: Related) => ({
  kind,
  _id: id,
  user: { _id: playerId, email: playerEmail },
  amount: amountPaise,
  status,
  createdAt: isoTime(createdAtMs),
})

const hint = (kind: HintKind, requests: readonly Related[] = []) => ({
  hint: kind,
  requests: requests.map(relatedView),
})

/** What is told of a deposit: what the bank has of it, and its reference and its proof against those of all others. */
export async function hintsOfDeposit(ctx: Context, { id }: StoredDeposit): Promise<Found> {
  const { db, clock, log } = ctx
  const unknown: HintKind[] = []
  const similar = withSimilarProof(db, id, clock.now()).catch((error: unknown) => {
    // More pictures than the database compares in its time.
    if (!isTooSlow(error)) throw error
    log.warn({ err: error, depositId: id }, 'proofs could not be compared in time')
    unknown.push('similar_proof')
    return []
  })
  const others = [paidByItsRow(db, id), rejectedWithReference(db, id), withSameProof(db, id), similar]
  const [says, ...found] = await Promise.all([readBankSays(db, id), ...others])
  const against = says && againstOf(says, id)
  const kinds = ['bank_row_used', 'utr_rejected_before', 'same_proof', 'similar_proof'] as const
  const hints = kinds.flatMap((kind, index) => {
    const requests = found[index] ?? []
    return requests.length === 0 ? [] : [hint(kind, requests)]
  })
  return {
    hints: [...(against === undefined || against.code === 'bank_row_used' ? [] : [hint(against.code)]), ...hints],
    unknown,
  }
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

/** What is told of a withdrawal: its account, its player's history, and what was played. */
export async function hintsOfWithdrawal(
  ctx: Context,
  withdrawal: StoredWithdrawal,
  tallies: Tallies,
  requestId: string,
): Promise<Found & { play: Play | null }> {
  const { id, createdAtMs, account } = withdrawal
  const [others, play] = await Promise.all([
    othersWithAccount(ctx.db, id),
    readPlay(ctx, withdrawal, requestId).catch((error: unknown) => {
      ctx.log.warn({ err: error, withdrawalId: id, requestId }, 'the wallet did not tell what was played')
      return 'unknown' as const
    }),
  ])
  const isRecent = (atMs: number) => createdAtMs - atMs < limits.requests.accountNewMs
  const isChanged = account.changedAtMs > account.addedAtMs
  const hints = [
    ...(others.isShared ? [hint('account_of_others', others.requests)] : []),
    ...(isRecent(account.addedAtMs) ? [hint('account_new')] : []),
    ...(isChanged && isRecent(account.changedAtMs) ? [hint('account_changed')] : []),
    ...(tallies.withdrawal.approved.count === 0 ? [hint('first_withdrawal')] : []),
  ]
  if (play === 'unknown') return { hints, unknown: [...playHints], play: null }
  return { hints: [...hints, ...hintsOfPlay(play).map((kind) => hint(kind))], unknown: [], play }
}
