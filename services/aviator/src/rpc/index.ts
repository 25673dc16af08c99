import type { Handler } from '@kismet/service-kit/handle'
import type { TableContext } from '../round/table.ts'
import { betOperations } from './bets.ts'
import { fairnessOperations } from './fairness.ts'
import { replayOperations } from './replay.ts'
import { roundOperations } from './rounds.ts'
import { volatilityOperations } from './volatility.ts'

/** Everything that the leader answers. */
export const operations: readonly Handler<TableContext>[] = [
  ...betOperations,
  ...roundOperations,
  ...fairnessOperations,
  ...volatilityOperations,
  ...replayOperations,
]
