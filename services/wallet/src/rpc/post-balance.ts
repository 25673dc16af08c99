import { postBalance } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { balanceOf } from '../db/read-account.ts'

/** A client may not name its own balance: the amount is never looked at beyond the log. */
export const postBalanceHandler = handle(postBalance, ({ db }: WalletContext, { input, player, log }) => {
  const attempted = typeof input.amount === 'number' ? input.amount : typeof input.amount
  log.warn({ playerId: player.id, attempted }, 'a client tried to set its balance')
  return balanceOf(db, player.id)
})
