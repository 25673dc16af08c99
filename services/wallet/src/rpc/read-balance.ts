import { readBalance } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { balanceOf } from '../db/read-account.ts'

export const readBalanceHandler = handle(readBalance, async ({ db }: WalletContext, { input }) => ({
  balancePaise: await balanceOf(db, input.playerId),
}))
