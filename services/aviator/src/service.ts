import { startWatchingReturns } from '@kismet/game-kit/returns'
import { defineService } from '@kismet/service-kit/define-service'
import { inContext } from '@kismet/service-kit/handle'
import { aviatorEnv } from './config.ts'
import { openContext } from './context.ts'
import { openTable } from './round/open-table.ts'
import { betOperations } from './rpc/bets.ts'
import { fairnessOperations } from './rpc/fairness.ts'
import { replayOperations } from './rpc/replay.ts'
import { roundOperations } from './rpc/rounds.ts'
import { volatilityOperations } from './rpc/volatility.ts'

const reads = [...roundOperations, ...fairnessOperations, ...replayOperations]

/**
 * Aviator: its rounds, bets and proofs. The leader does all work; the other replicas are standbys.
 */
export const aviator = defineService({
  name: 'aviator',
  env: aviatorEnv,
  open: openContext,
  operations: [],
  start: ({ maintenance, log }) => [maintenance.watch(log)],
  async lead(ctx, term) {
    const { ctx: tableCtx, rounds, close } = await openTable(ctx, term)
    return {
      operations: inContext([...betOperations, ...volatilityOperations, ...reads], tableCtx),
      loops: [startWatchingReturns(ctx)],
      ready: () => ({ rounds: rounds.isPlaying }),
      // What a player cannot answer to does not happen (docs/internals/decisions/0013).
      rest: () => rounds.stop(),
      close,
    }
  },
})
