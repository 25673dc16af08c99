import { hash } from 'node:crypto'
import { limits } from '@kismet/contracts'
import type { askBetterProof as ask } from '@kismet/contracts'
import { inTransaction, insertRow, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findUpload, markSent } from '../db/better-proofs.ts'
import type { Upload } from '../db/better-proofs.ts'
import { insertProof } from '../db/proofs.ts'
import { requireRequest } from '../db/requests.ts'
import type { StoredDeposit } from '../db/requests.ts'
import { readUsage } from '../db/usage.ts'
import { readReason } from '../domain/decision.ts'
import { announceQueue, announceRequest, tellPlayer } from './announce.ts'
import { inContested, requireUndecided } from './decide-request.ts'
import { requireQuota, takeProof } from './submit-deposit.ts'
import type { Checked, StoredProof, Submission } from './submit-deposit.ts'

const { betterProofs: most } = limits.deposit
const awaited =
  'The player was already asked for a better proof with another reason or note. Wait for the proof, or decide the request.'
const usedUp = `The player was already asked for a better proof ${most} times. Decide the request.`

/**
 * Asks the player of a pending deposit for a better proof, and tells both apps and the player's mailbox. A repeat with the same words changes no data.
 * @throws Refusal `not_found`, `already_decided`; `better_proof_refused` for other words while the player is asked, and when the
 *   player was asked `limits.deposit.betterProofs` times
 */
export async function askBetterProof(ctx: Context, { admin, input, meta }: CallOf<typeof ask>): Promise<StoredDeposit> {
  const { id, reason } = input
  const note = readReason(input.note)
  const isNew = await inTransaction(ctx.db, async (transaction) => {
    const request = await lockDeposit(transaction, id)
    requireUndecided(request)
    const { playerId, betterProof: before } = request
    if (before !== null && before.sentAtMs === null) {
      if (before.reason === reason && before.note === note) return false
      throw new Refusal('better_proof_refused', awaited)
    }
    const number = (before?.number ?? 0) + 1
    if (number > most) throw new Refusal('better_proof_refused', usedUp)
    await insertRow(transaction, 'better_proof', {
      ...{ deposit_id: id, number, reason, note },
      ...{ asked_at: new Date(ctx.clock.now()), asked_by: admin.id, asked_by_name: admin.username },
    })
    // The note may name the player, and audit rows stay.
    const detail = { playerId, number, reason }
    await ctx.audit.append(transaction, { admin, action: 'deposit.ask-proof', target: id, detail, meta })
    await tellPlayer(transaction, ctx, await requireRequest(transaction, id, ['deposit']))
    return true
  })
  if (isNew) await Promise.all([announceRequest(ctx, id, meta.requestId), announceQueue(ctx)])
  return requireRequest(ctx.db, id, ['deposit'])
}

/** A deposit that does not change until the transaction ends. It is read after the lock, because its better proofs are rows of their own. */
async function lockDeposit(transaction: Queryable, id: string): Promise<StoredDeposit> {
  await requireRequest(transaction, id, ['deposit'], 'FOR UPDATE')
  return requireRequest(transaction, id, ['deposit'])
}

interface SentProof {
  readonly id: string
  readonly player: Player
  readonly key: string
  readonly proof: Buffer
  readonly requestId: string
}

/**
 * Adds a better proof to the own request that awaits one, once for its idempotency key, with the quotas of a first proof.
 * @throws Refusal `not_found`, `idempotency_conflict`, `maintenance`, `already_decided`, `better_proof_refused`,
 *   `upload_quota_reached`; `invalid_request` for a file that is no proof; `unavailable` when proofs cannot be stored
 */
export async function sendBetterProof(ctx: Context, sent: SentProof): Promise<Submission> {
  const { id, player, requestId } = sent
  const upload = { key: sent.key, sha256: hash('sha256', sent.proof, 'buffer') }
  const check = async (bytes: number) => {
    if (await ctx.maintenance.isOn(requestId)) throw new Refusal('maintenance')
    return findOrRequireAwaited(ctx, ctx.db, sent, upload, bytes)
  }
  const known = await findSent(ctx.db, sent, upload)
  if (known !== undefined) return { deposit: known, isReplay: true }
  // An approval takes the two locks the other way round.
  const store = ({ pages, proofBytes: bytes }: StoredProof) =>
    inContested(ctx.db, async (transaction) => {
      await takeLock(transaction, `usage ${player.id}`)
      await lockDeposit(transaction, id)
      const last = await findOrRequireAwaited(ctx, transaction, sent, upload, bytes)
      if (last.stored !== undefined) return { deposit: last.stored, isReplay: true }
      await insertProof(transaction, id, pages, last.found.proofPages + 1)
      await markSent(transaction, id, upload, { pages: pages.length, bytes, atMs: ctx.clock.now() })
      return { deposit: await requireRequest(transaction, id, ['deposit']), isReplay: false }
    })
  const answer = await takeProof(ctx, sent, check, store)
  if (!answer.isReplay) await Promise.all([announceRequest(ctx, id, requestId), announceQueue(ctx)])
  return answer
}

/** The own request with the upload of the key. @throws Refusal `not_found`, `idempotency_conflict` */
async function findSent(
  db: Queryable,
  { id, player }: SentProof,
  { key, sha256 }: Upload,
): Promise<StoredDeposit | undefined> {
  const deposit = await requireRequest(db, id, ['deposit'])
  if (deposit.playerId !== player.id) throw new Refusal('not_found')
  const known = await findUpload(db, id, key)
  if (known !== undefined && !known.sha256.equals(sha256)) throw new Refusal('idempotency_conflict')
  return known && deposit
}

/** Requires that the own request awaits a better proof, unless it has this upload already. @throws Refusal as `sendBetterProof` */
async function findOrRequireAwaited(
  { clock }: Pick<Context, 'clock'>,
  db: Queryable,
  sent: SentProof,
  upload: Upload,
  bytes: number,
): Promise<Checked<StoredDeposit>> {
  const found = await requireRequest(db, sent.id, ['deposit'])
  const stored = await findSent(db, sent, upload)
  if (stored !== undefined) return { stored }
  requireUndecided(found)
  if (found.betterProof?.sentAtMs !== null) throw new Refusal('better_proof_refused')
  requireQuota(await readUsage(db, sent.player.id, clock.now()), bytes)
  return { found }
}
