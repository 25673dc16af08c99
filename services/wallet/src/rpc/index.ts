import type { Handler } from '@kismet/service-kit/handle'
import type { LeaderContext } from '../context.ts'
import { entryOperations } from './entries.ts'
import { moneyOperations } from './money.ts'
import { readOperations } from './reads.ts'

/** All operations that the wallet answers. */
export const operations: readonly Handler<LeaderContext>[] = [...moneyOperations, ...readOperations, ...entryOperations]
