import {
  approveCorrection,
  Id,
  listCorrections,
  paise,
  proposeCorrection,
  rejectCorrection,
  Rupees,
} from '@kismet/contracts'
import type { Correction } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { LeaderContext, WalletContext } from '../context.ts'
import { decideCorrection, propose, settleCorrection } from '../corrections.ts'
import { countPendingCorrections, listStoredCorrections } from '../db/corrections.ts'
import type { StoredCorrection } from '../db/corrections.ts'
import { standingOf } from '../db/read-account.ts'

const timeOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoTime(atMs))

function correctionView(stored: StoredCorrection): Correction {
  const { id, playerId, amountPaise, account, reason, status, decidedByName, rejectionReason, failure } = stored
  return {
    ...{ _id: id, playerId, amount: amountPaise, account, reason, status, rejectionReason, failure },
    proposedBy: { _id: stored.proposedBy, username: stored.proposedByName },
    proposedAt: isoTime(stored.proposedAtMs),
    decidedBy: decidedByName,
    decidedAt: timeOrNull(stored.decidedAtMs),
    isBooked: status === 'approved' && stored.settledAtMs !== null,
  }
}

/** Changes of a balance by admins: one proposes, another decides. */
export const correctionOperations = [
  handle(proposeCorrection, async (ctx: WalletContext, { admin, input, meta, ...call }) => {
    const { key } = meta
    if (key === undefined) throw new Refusal('invalid_request', 'A correction needs an Idempotency-Key.')
    const { correction, isReplay } = await propose(ctx, { admin, meta }, input, key)
    if (isReplay) call.replayed()
    return { correction: correctionView(correction) }
  }),
  // The cursor is the id of the last one that was shown: ids sort by time.
  handle(listCorrections, async ({ db }: WalletContext, { input }) => {
    const { limit, cursor } = input
    if (cursor !== undefined && !Id.safeParse(cursor).success)
      throw new Refusal('invalid_request', 'cursor is not valid.')
    const found = await listStoredCorrections(db, input, cursor, limit + 1)
    const page = found.slice(0, limit)
    return {
      corrections: page.map(correctionView),
      nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      pending: await countPendingCorrections(db),
    }
  }),
  handle(approveCorrection, async (ctx: LeaderContext, { admin, input: { id }, meta }) => {
    await decideCorrection(ctx, { admin, meta }, id, { status: 'approved', rejectionReason: null })
    const correction = await settleCorrection(ctx, id)
    const { playerId, failure } = correction
    if (failure === 'insufficient_balance') {
      const { balance } = await standingOf(ctx.db, playerId)
      throw new Refusal(
        failure,
        "The correction has failed, because the player's balance is too low. The balance is unchanged.",
        { balance: Rupees.encode(paise(balance)) },
      )
    }
    return { correction: correctionView(correction) }
  }),
  handle(rejectCorrection, async (ctx: WalletContext, { admin, input: { id, reason }, meta }) => {
    const rejectionReason = reason === undefined || reason === '' ? null : reason
    const decided = await decideCorrection(ctx, { admin, meta }, id, { status: 'rejected', rejectionReason })
    return { correction: correctionView(decided) }
  }),
]
