import { payOutWithdrawal } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const payOutWithdrawalHandler = handle(payOutWithdrawal, (context: WalletContext, call) => {
  const { withdrawalId: reference, playerId } = call.input
  return book(context, { kind: 'pay-out', reference, playerId }, call)
})
