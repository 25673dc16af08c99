import type { Handler } from '@kismet/service-kit/handle'
import type { LeaderContext } from '../context.ts'
import { correctionOperations } from './corrections.ts'
import { entryOperations } from './entries.ts'
import { moneyOperations } from './money.ts'
import { readOperations } from './reads.ts'
import { saferPlayOperations } from './safer-play.ts'

/** All operations that the wallet answers. */
export const operations: readonly Handler<LeaderContext>[] = [
  ...moneyOperations,
  ...readOperations,
  ...saferPlayOperations,
  ...entryOperations,
  ...correctionOperations,
]
