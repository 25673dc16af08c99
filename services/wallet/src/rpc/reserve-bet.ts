import { reserveBet } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const reserveBetHandler = handle(reserveBet, (context: WalletContext, call) => {
  const { betId: reference, playerId, game, stakePaise } = call.input
  return book(context, { kind: 'reserve', reference, playerId, game, stakePaise }, call)
})
