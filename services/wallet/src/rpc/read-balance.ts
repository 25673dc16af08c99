import { readBalance } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { balanceOf } from '../db/read-account.ts'

export const readBalanceHandler = handle(readBalance, async ({ db }: WalletContext, { input }) => {
  const { balance, balanceSeq } = await balanceOf(db, input.playerId)
  return { balancePaise: balance, balanceSeq }
})
