import { voidBet } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const voidBetHandler = handle(voidBet, (context: WalletContext, call) => {
  const { betId: reference, playerId, reason } = call.input
  return book(context, { kind: 'void', reference, playerId, reason }, call)
})
