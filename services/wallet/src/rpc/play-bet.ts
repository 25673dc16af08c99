import { playBet } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const playBetHandler = handle(playBet, (context: WalletContext, call) => {
  const { betId: reference, playerId, game, stakePaise, payoutPaise } = call.input
  return book(context, { kind: 'play', reference, playerId, game, stakePaise, payoutPaise }, call)
})
