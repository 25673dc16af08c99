import { IdempotencyKey, postDeposit } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { readDepositForm } from '../domain/deposit-form.ts'
import { asFirstAnswered, depositView } from '../views.ts'
import { announceQueue } from '../work/announce.ts'
import { submitDeposit } from '../work/submit-deposit.ts'
import { readForm } from './multipart.ts'

const message = 'Deposit request submitted. It will be added to your balance once it is approved.'
const tooLarge = `The proof is too large. It has at most ${postDeposit.form.maxFileBytes / 1024 / 1024} MB.`

export const postDepositHandler = handleStream(postDeposit, async (ctx: Context, call) => {
  const { player, request, requestId, response } = call
  const key = requireInput(IdempotencyKey, call.key ?? ctx.randomness.id(ctx.clock.now()))
  const { fields, file } = await readForm(postDeposit, request, tooLarge)
  const order = readDepositForm(fields, file !== undefined)
  if (!order.ok || file === undefined)
    throw order.ok ? new Refusal('invalid_request') : new Refusal('invalid_request', order.message, order.params)
  const { deposit, isReplay } = await submitDeposit(ctx, { player, key, order: order.value, proof: file, requestId })
  const output = postDeposit.output.encode({ deposit: depositView(asFirstAnswered(deposit)), message })
  if (isReplay) response.set('Idempotency-Replayed', 'true')
  response.json({ success: true, ...output })
  if (!isReplay) await announceQueue(ctx)
})
