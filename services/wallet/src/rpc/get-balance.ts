import { getBalance } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { balanceOf } from '../db/read-account.ts'

export const getBalanceHandler = handle(getBalance, ({ db }: WalletContext, { player }) => balanceOf(db, player.id))
