import { releaseWithdrawal } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { book } from './booked.ts'

export const releaseWithdrawalHandler = handle(releaseWithdrawal, (context: WalletContext, call) => {
  const { withdrawalId: reference, playerId } = call.input
  return book(context, { kind: 'release', reference, playerId }, call)
})
