import { adminGetDepositProof, downloadPayoutFile, getDepositProof, getQrImage, Id, ProofPage } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin, Caller } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { readPayoutContent, requirePayoutFile } from '../db/payouts.ts'
import { findProofPage } from '../db/proofs.ts'
import type { StoredPage } from '../db/proofs.ts'
import { findRequests } from '../db/requests.ts'
import { findNamedQrImage } from '../db/settings.ts'
import { payoutFileName } from '../domain/payout-file.ts'

const closed =
  'A withdrawal of this file was paid, rejected or released. Release the others, and make a new file of them.'

const asFile = (name: string) => ({
  'Content-Disposition': `attachment; filename="${name}"`,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
})
const dayMs = 24 * 60 * 60_000

/** The picture of a page. @throws Refusal `proof_missing` when its file is gone; `unavailable` when the store does not answer */
async function readPicture({ log, proofs }: Context, { file, bytes }: StoredPage, depositId: string): Promise<Buffer> {
  if (file === null) return bytes ?? Buffer.alloc(0)
  const picture = await proofs.get(file).catch((error: unknown) => {
    log.error({ err: error, depositId, file }, 'the store of proofs does not answer')
    throw new Refusal('unavailable')
  })
  if (picture !== undefined) return picture
  log.error({ event: 'proofs.missing', depositId, file }, 'the file of a proof is missing in the store of proofs')
  throw new Refusal('proof_missing')
}

/**
 * Sends one page of a proof as a download, which no browser shows or stores by itself. A player gets the proofs of the own requests.
 * The audit log records an admin who looks before the page is sent.
 * @throws Refusal `not_found`, also for a request of another player; `proof_deleted`, `proof_missing`, `unavailable`
 */
async function sendProof(ctx: Context, call: StreamCall & Partial<Caller>): Promise<void> {
  const { request, response, player, admin } = call
  const id = Id.safeParse(request.params.id)
  const query = ProofPage.safeParse({ page: request.query.page })
  if (!query.success) throw new Refusal('invalid_request', 'page must be a whole number from 1.')
  const { page } = query.data
  const stored = id.success ? await findProofPage(ctx.db, id.data, page, player?.id) : undefined
  if (!id.success || stored === undefined) throw new Refusal('not_found')
  if (stored === null) throw new Refusal('proof_deleted', undefined, { afterDays: ctx.keepProofsMs / dayMs })
  const picture = await readPicture(ctx, stored, id.data)
  if (admin !== undefined) {
    const entry = { admin, action: 'deposit.view-proof', target: id.data, detail: { page }, meta: call }
    await inTransaction(ctx.db, (transaction) => ctx.audit.append(transaction, entry))
  }
  response
    .set({ ...asFile(`proof-${id.data}-${page}.jpg`), 'Content-Security-Policy': "default-src 'none'; sandbox" })
    .type('image/jpeg')
    .send(picture)
}

/** The QR image in use, or of a change that waits. A cache asks again each time, because an owner may have replaced the account of the image. */
async function sendQrImage(ctx: Context, { request, response }: StreamCall): Promise<void> {
  const version = String(request.params.version)
  const picture = await findNamedQrImage(ctx.db, version)
  if (picture === undefined) throw new Refusal('not_found')
  response
    .set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-cache' })
    .type('image/png')
    .send(picture)
}

/**
 * Sends a payment file, as long as all of its withdrawals are being paid in it.
 * @throws Refusal `not_found`; `payout_file_refused` with the withdrawals whose payout has ended
 */
async function sendPayoutFile(ctx: Context, call: StreamCall & { readonly admin: Admin }): Promise<void> {
  const { admin, request, response } = call
  const content = await inTransaction(ctx.db, async (transaction) => {
    const { id, format, ids } = await requirePayoutFile(transaction, String(request.params.id))
    const lines = await findRequests(transaction, 'withdrawal', ids)
    const ended = lines.filter(({ status, payoutFileId }) => status !== 'pending' || payoutFileId !== id)
    if (ended.length > 0) throw new Refusal('payout_file_refused', closed, { ids: ended.map((one) => one.id) })
    const entry = { admin, action: 'payout-file.download', target: id, detail: { format }, meta: call }
    await ctx.audit.append(transaction, entry)
    response.set(asFile(payoutFileName(format, id)))
    return readPayoutContent(transaction, id)
  })
  response.type('text/csv').send(content)
}

export const downloads: readonly StreamHandler<Context>[] = [
  handleStream(getDepositProof, sendProof),
  handleStream(adminGetDepositProof, sendProof),
  handleStream(getQrImage, sendQrImage),
  handleStream(downloadPayoutFile, sendPayoutFile),
]
