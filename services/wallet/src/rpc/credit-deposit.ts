import { creditDeposit } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const creditDepositHandler = handle(creditDeposit, (context: WalletContext, call) => {
  const { depositId: reference, playerId, amountPaise } = call.input
  return book(context, { kind: 'deposit', reference, playerId, amountPaise }, call)
})
