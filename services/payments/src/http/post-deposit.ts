import { IdempotencyKey, limits, parseInput, postDeposit } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { readDepositForm } from '../domain/deposit-form.ts'
import { announceQueue } from '../work/announce.ts'
import { submitDeposit } from '../work/submit-deposit.ts'
import { readForm } from './multipart.ts'

const uploadLimits = {
  fileBytes: limits.deposit.proofMaxBytes,
  tooLarge: `The proof is too large. It has at most ${limits.deposit.proofMaxBytes / 1024 / 1024} MB.`,
}

export const postDepositHandler = handleStream(postDeposit, async (ctx: Context, call) => {
  const { player, request, response } = call
  if (player === undefined) throw new Refusal('unauthenticated')
  const key = readKey(ctx, call)
  const { fields, file } = await readForm(postDeposit, request, uploadLimits)
  const order = readDepositForm(fields, file !== undefined)
  if (!order.ok || file === undefined)
    throw order.ok ? new Refusal('invalid_request') : new Refusal('invalid_request', order.message, order.params)
  if (call.isClosed) throw new Refusal('maintenance')
  const answer = await submitDeposit(ctx, { player, key, order: order.value, proof: file })
  if (answer.isReplay) response.set('Idempotency-Replayed', 'true')
  response.status(answer.status).type('application/json').send(answer.body)
  if (answer.isReplay) return
  ctx.telemetry.request('submitted')
  await announceQueue(ctx)
})

/** The gateway makes a key where the player's app sent none. */
function readKey(ctx: Context, { key }: StreamCall): string {
  if (key === undefined) return ctx.randomness.id(ctx.clock.now())
  const read = parseInput(IdempotencyKey, key)
  if (!read.ok) throw new Refusal('invalid_request', read.message, read.params)
  return read.value
}
