import type { Handler } from '@kismet/service-kit/handle'
import type { WalletContext } from '../context.ts'
import { creditDepositHandler } from './credit-deposit.ts'
import { getBalanceHandler } from './get-balance.ts'
import { getLedgerStateHandler } from './get-ledger-state.ts'
import { getProfileHandler } from './get-profile.ts'
import { holdWithdrawalHandler } from './hold-withdrawal.ts'
import { listEntriesHandler } from './list-entries.ts'
import { payOutWithdrawalHandler } from './pay-out-withdrawal.ts'
import { playBetHandler } from './play-bet.ts'
import { postBalanceHandler } from './post-balance.ts'
import { readBalanceHandler } from './read-balance.ts'
import { readEntriesHandler } from './read-entries.ts'
import { releaseWithdrawalHandler } from './release-withdrawal.ts'
import { reserveBetHandler } from './reserve-bet.ts'
import { settleBetHandler } from './settle-bet.ts'
import { voidBetHandler } from './void-bet.ts'

/** All operations that the wallet answers. */
export const handlers: readonly Handler<WalletContext>[] = [
  playBetHandler,
  reserveBetHandler,
  settleBetHandler,
  voidBetHandler,
  creditDepositHandler,
  holdWithdrawalHandler,
  releaseWithdrawalHandler,
  payOutWithdrawalHandler,
  readBalanceHandler,
  getBalanceHandler,
  postBalanceHandler,
  getProfileHandler,
  listEntriesHandler,
  readEntriesHandler,
  getLedgerStateHandler,
]
