import type { Handler } from '@kismet/service-kit/handle'
import type { LeaderContext } from '../context.ts'
import { listEntriesHandler } from './list-entries.ts'
import { moneyOperations } from './money.ts'
import { readEntriesHandler } from './read-entries.ts'
import { readOperations } from './reads.ts'

/** All operations that the wallet answers. */
export const operations: readonly Handler<LeaderContext>[] = [
  ...moneyOperations,
  ...readOperations,
  listEntriesHandler,
  readEntriesHandler,
]
