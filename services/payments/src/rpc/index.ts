import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { decideDepositHandler } from './decide-deposit.ts'
import { readDecidedDepositsHandler } from './read-decided-deposits.ts'
import { reads } from './reads.ts'

export const operations: readonly Handler<Context>[] = [...reads, decideDepositHandler, readDecidedDepositsHandler]
