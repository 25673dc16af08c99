import { cashOutMines, getActiveMines, revealMinesTile, startMines } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, fromMoneyContract } from '../../entities/session/from-contract.ts'

/** The calls of Mines by hand. */
export const minesApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Not a query: its answer would be in the cache alone, which is cleared of what no page shows when the connection comes up, and has one asking at a time.
    getActiveMines: build.mutation(fromContract(getActiveMines)),
    startMines: build.mutation(fromMoneyContract(startMines)),
    revealMinesTile: build.mutation(fromMoneyContract(revealMinesTile)),
    cashOutMines: build.mutation(fromMoneyContract(cashOutMines)),
  }),
})
