import { paise, requestWithdrawal } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { asFirstAnswered, withdrawalView } from '../views.ts'
import { request } from '../work/request-withdrawal.ts'

const message = 'Withdrawal request submitted. The amount is on hold until the decision.'

export const requestWithdrawalHandler = handle(requestWithdrawal, async (ctx: Context, call) => {
  const { player, input, meta } = call
  const { requestId } = meta
  const key = meta.key ?? ctx.randomness.id(ctx.clock.now())
  const { withdrawal, isReplay } = await request(ctx, { player, key, input, requestId })
  const { heldBalancePaise, heldBalanceSeq } = withdrawal
  if (heldBalancePaise === null || heldBalanceSeq === null) throw new Refusal('unavailable')
  if (isReplay) call.replayed()
  const stood = { balance: paise(heldBalancePaise), balanceSeq: heldBalanceSeq }
  return { withdrawal: withdrawalView(asFirstAnswered(withdrawal)), message, ...stood }
})
