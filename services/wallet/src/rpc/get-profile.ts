import { getProfile, paise } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { bonusStateOf } from '../db/read-account.ts'

export const getProfileHandler = handle(getProfile, async ({ db }: WalletContext, { player }) => {
  const state = await bonusStateOf(db, player.id)
  return {
    user: {
      _id: player.id,
      email: player.email,
      username: null,
      balance: paise(state.balancePaise),
      balanceSeq: state.balanceSeq,
      awaitingBonus: paise(state.awaitingPaise),
      firstDepositAmount: paise(state.firstDepositPaise),
      totalBetsAfterFirstDeposit: paise(state.countedPaise),
    },
  }
})
