import { holdWithdrawal } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const holdWithdrawalHandler = handle(holdWithdrawal, (context: WalletContext, call) => {
  const { withdrawalId: reference, playerId, amountPaise } = call.input
  return book(context, { kind: 'hold', reference, playerId, amountPaise }, call)
})
