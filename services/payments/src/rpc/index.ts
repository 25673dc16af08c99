import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { adminListDepositsHandler } from './admin-list-deposits.ts'
import { decideDepositHandler } from './decide-deposit.ts'
import { getDepositSettingsHandler } from './get-deposit-settings.ts'
import { listDepositsHandler } from './list-deposits.ts'
import { readDecidedDepositsHandler } from './read-decided-deposits.ts'

export const operations: readonly Handler<Context>[] = [
  getDepositSettingsHandler,
  listDepositsHandler,
  adminListDepositsHandler,
  decideDepositHandler,
  readDecidedDepositsHandler,
]
