import { adminGetDepositProof, getDepositProof, getQrImage, Id, limits, ProofPage } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findProofPage } from '../db/proofs.ts'
import { findQrImage, readSettings } from '../db/settings.ts'

/**
 * Sends one page of a proof, of a request of `ownerId` when one is given. It is a download that no browser shows or keeps by itself.
 * `record` writes down that it is seen.
 * @throws Refusal `not_found` for what is not there, and for what is another player's; `proof_deleted`.
 */
async function sendProof(
  ctx: Context,
  { request, response }: StreamCall,
  ownerId: string | undefined,
  record?: (id: string, page: number) => Promise<void>,
): Promise<void> {
  const id = Id.safeParse(request.params.id)
  const query = ProofPage.safeParse({ page: request.query.page })
  if (!query.success) throw new Refusal('invalid_request', 'page must be a whole number from 1.')
  const { page } = query.data
  const picture = id.success ? await findProofPage(ctx.db, id.data, page, ownerId) : undefined
  if (!id.success || picture === undefined) throw new Refusal('not_found')
  if (picture === null) throw new Refusal('proof_deleted', undefined, { afterDays: limits.deposit.rejectedProofDays })
  await record?.(id.data, page)
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
  handleStream(getDepositProof, (ctx: Context, call) => sendProof(ctx, call, call.player.id)),
  // Who has looked is written down before there is anything to see.
  handleStream(adminGetDepositProof, (ctx: Context, call) =>
    sendProof(ctx, call, undefined, (target, page) =>
      inTransaction(ctx.db, (transaction) =>
        ctx.audit.append(transaction, {
          admin: call.admin,
          action: 'deposit.view-proof',
          target,
          detail: { page },
          meta: call,
        }),
      ),
    ),
  ),
  handleStream(getQrImage, sendQrImage),
]
