import { cashOutMines, getActiveMines, revealMinesTile, startMines } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, fromMoneyContract } from '../../entities/session/from-contract.ts'

/** The calls of Mines by hand. */
export const minesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getActiveMines: build.query(fromContract(getActiveMines)),
    startMines: build.mutation(fromMoneyContract(startMines)),
    revealMinesTile: build.mutation(fromMoneyContract(revealMinesTile)),
    cashOutMines: build.mutation(fromMoneyContract(cashOutMines)),
  }),
})
