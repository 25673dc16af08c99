import { IdempotencyKey, postBetterProof, postDeposit, postDepositSettings } from '@kismet/contracts'
import type { Parsed } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { keepQrImage, qrVersionOf } from '../db/settings.ts'
import { proofMissing, readDepositForm } from '../domain/deposit-form.ts'
import { readPayTo } from '../domain/pay-to.ts'
import { readSettingsForm } from '../domain/settings-form.ts'
import { payeeProblem } from '../domain/qr-payee.ts'
import { depositSettingsView, proposalView } from '../settings-views.ts'
import { asFirstAnswered, depositView } from '../views.ts'
import { announceQueue } from '../work/announce.ts'
import { keptQrProblem, requireSamePayee } from '../work/kept-qr.ts'
import { proposePayTo } from '../work/pay-to.ts'
import { sendBetterProof } from '../work/better-proof.ts'
import { readShown } from '../work/shown-accounts.ts'
import { submitDeposit } from '../work/submit-deposit.ts'
import { readForm } from './multipart.ts'

const message = 'Deposit request submitted. It will be added to your balance once it is approved.'
const proofTooLarge = `The proof is too large. It has at most ${postDeposit.form.maxFileBytes / 1024 / 1024} MB.`
const imageTooLarge = 'The QR image is too large.'

/** @throws Refusal `invalid_request` */
function requireRead<T>(read: Parsed<T>): T {
  if (!read.ok) throw new Refusal('invalid_request', read.message, read.params)
  return read.value
}

/** Forms with a file: deposits, and the settings of deposits. */
export const forms: readonly StreamHandler<Context>[] = [
  handleStream(postDeposit, async (ctx: Context, call) => {
    const { player, request, requestId, response } = call
    const key = requireInput(IdempotencyKey, call.key ?? ctx.randomness.id(ctx.clock.now()))
    const { fields, file } = await readForm(postDeposit, request, proofTooLarge)
    const order = readDepositForm(fields, file !== undefined)
    if (!order.ok || file === undefined)
      throw order.ok ? new Refusal('invalid_request') : new Refusal('invalid_request', order.message, order.params)
    const { deposit, isReplay } = await submitDeposit(ctx, { player, key, order: order.value, proof: file, requestId })
    const output = postDeposit.output.encode({ deposit: depositView(asFirstAnswered(deposit)), message })
    if (isReplay) response.set('Idempotency-Replayed', 'true')
    response.json({ success: true, ...output })
    if (!isReplay) await announceQueue(ctx)
  }),
  handleStream(postBetterProof, async (ctx: Context, call) => {
    const { player, request, requestId, response } = call
    const key = requireInput(IdempotencyKey, call.key ?? ctx.randomness.id(ctx.clock.now()))
    const { file: proof } = await readForm(postBetterProof, request, proofTooLarge)
    if (proof === undefined) throw new Refusal('invalid_request', proofMissing)
    const id = String(request.params.id)
    const { deposit, isReplay } = await sendBetterProof(ctx, { id, player, key, proof, requestId })
    if (isReplay) response.set('Idempotency-Replayed', 'true')
    response.json({ success: true, ...postBetterProof.output.encode({ deposit: depositView(deposit) }) })
  }),
  handleStream(postDepositSettings, async (ctx: Context, call) => {
    const { admin, request, response } = call
    const { fields, file } = await readForm(postDepositSettings, request, imageTooLarge)
    if (!fields.has('kind')) requireRead(readSettingsForm(fields, file !== undefined))
    const picture = file && (await ctx.pictures.ofQrImage(file, admin.id))
    const wanted = { account: fields.get('account'), seenVersion: fields.get('version') }
    const asked = { admin, meta: call, ...wanted, qrUploaded: picture !== undefined }
    const account = await proposePayTo(ctx, asked, async (transaction, { terms: inUse, isOn, revision }) => {
      const read = requireRead(readPayTo(fields, picture !== undefined, inUse ?? undefined))
      const isChecked = fields.get('qrChecked') === 'yes'
      if (picture !== undefined && !isChecked) requireSamePayee(payeeProblem(picture.text, read.address))
      const terms = { ...read, qrVersion: picture === undefined ? read.qrVersion : qrVersionOf(picture.bytes) }
      requireSamePayee(await keptQrProblem(ctx, { payTo: terms, inUse, isChecked, adminId: admin.id }))
      if (picture !== undefined)
        await keepQrImage(transaction, qrVersionOf(picture.bytes), picture.bytes, ctx.clock.now())
      return { terms, isOn: isOn || revision === null }
    })
    const shown = await readShown(ctx.db, ctx.clock.now())
    const answer = { settings: depositSettingsView(shown), proposed: proposalView(account.proposal) }
    response.json({ success: true, ...postDepositSettings.output.encode(answer) })
  }),
]
