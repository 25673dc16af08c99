import type { RecordedStep } from '../src/domain/entry.ts'

/** An entry of the ledger as the rules see it. */
export function recordedStep(step: Partial<RecordedStep> = {}): RecordedStep {
  return {
    ...{ kind: 'play', reference: 'r', playerId: 'p', sequence: 1, inputHash: 'h', game: null, stakePaise: 0 },
    ...{ payoutPaise: 0, balanceAfterPaise: 0, detail: null, atMs: 0, sides: { held: 0 } },
    ...step,
  }
}
