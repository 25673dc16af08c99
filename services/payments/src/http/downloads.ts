import { adminGetDepositProof, getDepositProof, getQrImage, Id, limits, ProofPage } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Caller } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findProofPage } from '../db/proofs.ts'
import { findQrImage, readSettings } from '../db/settings.ts'

/**
 * Sends one page of a proof as a download, which no browser shows or stores by itself. A player gets the proofs of the own requests.
 * The audit log records an admin who looks before the page is sent.
 * @throws Refusal `not_found`, also for a request of another player; `proof_deleted`
 */
async function sendProof(ctx: Context, call: StreamCall & Partial<Caller>): Promise<void> {
  const { request, response, player, admin } = call
  const id = Id.safeParse(request.params.id)
  const query = ProofPage.safeParse({ page: request.query.page })
  if (!query.success) throw new Refusal('invalid_request', 'page must be a whole number from 1.')
  const { page } = query.data
  const picture = id.success ? await findProofPage(ctx.db, id.data, page, player?.id) : undefined
  if (!id.success || picture === undefined) throw new Refusal('not_found')
  if (picture === null) throw new Refusal('proof_deleted', undefined, { afterDays: limits.deposit.rejectedProofDays })
  if (admin !== undefined) {
    const entry = { admin, action: 'deposit.view-proof', target: id.data, detail: { page }, meta: call }
    await inTransaction(ctx.db, (transaction) => ctx.audit.append(transaction, entry))
  }
  response
    .set({
      'Content-Disposition': `attachment; filename="proof-${id.data}-${page}.jpg"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
    .type('image/jpeg')
    .send(picture)
}

/** The QR image in force. A cache asks again each time, because an owner may have replaced the account of the image. */
async function sendQrImage(ctx: Context, { request, response }: StreamCall): Promise<void> {
  const version = String(request.params.version)
  const { qrVersion } = await readSettings(ctx.db)
  const picture = version === qrVersion ? await findQrImage(ctx.db, version) : undefined
  if (picture === undefined) throw new Refusal('not_found')
  response
    .set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-cache' })
    .type('image/png')
    .send(picture)
}

/** What is fetched as a file. */
export const downloads: readonly StreamHandler<Context>[] = [
  handleStream(getDepositProof, sendProof),
  handleStream(adminGetDepositProof, sendProof),
  handleStream(getQrImage, sendQrImage),
]
