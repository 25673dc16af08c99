import { settleBet } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const settleBetHandler = handle(settleBet, (context: WalletContext, call) => {
  const { betId: reference, playerId, payoutPaise } = call.input
  return book(context, { kind: 'settle', reference, playerId, payoutPaise }, call)
})
