import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { accounts } from './accounts.ts'
import { bankStatements } from './bank-statements.ts'
import { decisions } from './decisions.ts'
import { desk } from './desk.ts'
import { reads } from './reads.ts'
import { requestHintsHandler } from './request-hints.ts'
import { requestWithdrawalHandler } from './withdrawals.ts'

export const operations: readonly Handler<Context>[] = [
  ...reads,
  ...accounts,
  requestWithdrawalHandler,
  ...decisions,
  ...desk,
  ...bankStatements,
  requestHintsHandler,
]
