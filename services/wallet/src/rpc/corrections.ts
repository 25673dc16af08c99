import {
  approveCorrection,
  Id,
  listCorrections,
  paise,
  proposeCorrection,
  rejectCorrection,
  Rupees,
} from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { LeaderContext, WalletContext } from '../context.ts'
import {
  countPending,
  decideCorrection,
  findCorrections,
  propose,
  settleCorrection,
  withPlayers,
} from '../corrections.ts'
import { standingOf } from '../db/read-account.ts'

/** Changes of a balance by admins: one proposes, another decides. */
export const correctionOperations = [
  handle(proposeCorrection, async (ctx: WalletContext, { admin, input, meta, ...call }) => {
    const { key } = meta
    if (key === undefined) throw new Refusal('invalid_request', 'A correction needs an Idempotency-Key.')
    const { correction, isReplay } = await propose(ctx, { admin, meta }, input, key)
    if (isReplay) call.replayed()
    return { correction }
  }),
  // The cursor is the id of the last one that was shown: ids sort by time.
  handle(listCorrections, async (ctx: WalletContext, { admin, input, meta }) => {
    const { db } = ctx
    const { id, status, playerId, limit, cursor } = input
    if (cursor !== undefined && !Id.safeParse(cursor).success)
      throw new Refusal('invalid_request', 'cursor is not valid.')
    const chosen =
      '($1::text IS NULL OR status = $1) AND ($2::uuid IS NULL OR player_id = $2) AND ($5::uuid IS NULL OR id = $5)'
    const which = `${chosen} AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`
    const found = await findCorrections(db, which, [status, playerId, cursor, limit + 1, id])
    const page = found.slice(0, limit)
    const nextCursor = found.length > limit ? (page.at(-1)?._id ?? null) : null
    const corrections = await withPlayers(ctx, page, meta.requestId)
    return { corrections, nextCursor, ...(await countPending(db, admin.id)) }
  }),
  handle(approveCorrection, async (ctx: LeaderContext, { admin, input: { id }, meta }) => {
    await decideCorrection(ctx, { admin, meta }, id, 'approved')
    const correction = await settleCorrection(ctx, id)
    if (correction.failure === 'insufficient_balance') {
      const { balance } = await standingOf(ctx.db, correction.playerId)
      throw new Refusal(
        correction.failure,
        "The correction has failed, because the player's balance is too low. The balance is unchanged.",
        { balance: Rupees.encode(paise(balance)) },
      )
    }
    return { correction }
  }),
  handle(rejectCorrection, async (ctx: WalletContext, { admin, input: { id, reason = '' }, meta }) => {
    return { correction: await decideCorrection(ctx, { admin, meta }, id, 'rejected', reason === '' ? null : reason) }
  }),
]
