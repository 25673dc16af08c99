import { IdempotencyKey, postDeposit } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { readDepositForm } from '../domain/deposit-form.ts'
import { announceQueue } from '../work/announce.ts'
import { submitDeposit } from '../work/submit-deposit.ts'
import { readForm } from './multipart.ts'

const tooLarge = `The proof is too large. It has at most ${postDeposit.form.maxFileBytes / 1024 / 1024} MB.`

export const postDepositHandler = handleStream(postDeposit, async (ctx: Context, call) => {
  const { player, request, requestId, response } = call
  const key = requireInput(IdempotencyKey, call.key ?? ctx.randomness.id(ctx.clock.now()))
  const { fields, file } = await readForm(postDeposit, request, tooLarge)
  const order = readDepositForm(fields, file !== undefined)
  if (!order.ok || file === undefined)
    throw order.ok ? new Refusal('invalid_request') : new Refusal('invalid_request', order.message, order.params)
  const answer = await submitDeposit(ctx, { player, key, order: order.value, proof: file, requestId })
  if (answer.isReplay) response.set('Idempotency-Replayed', 'true')
  response.status(answer.status).type('application/json').send(answer.body)
  if (answer.isReplay) return
  ctx.telemetry.request('submitted')
  await announceQueue(ctx)
})
