import { setTimeout as delay } from 'node:timers/promises'
import { listDeposits } from '@kismet/contracts'
import type { PlayerActor } from '@kismet/test-env/actors'

const everyMs = 20

/** What a player meets who asks the same service for the own deposits every 20 ms, in ms. */
export interface Met {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
}

/** Has a player ask while something is done. */
export async function askMeanwhile<T>(player: PlayerActor, work: () => Promise<T>): Promise<{ done: T; met: Met }> {
  const state = { isOver: false }
  const latenciesMs: number[] = []
  const ask = async (): Promise<void> => {
    while (!state.isOver) {
      const askedAt = performance.now()
      await player.api.must(listDeposits, { limit: 10 })
      latenciesMs.push(performance.now() - askedAt)
      await delay(everyMs)
    }
  }
  const asking = ask()
  const done = await work().finally(() => (state.isOver = true))
  await asking
  latenciesMs.sort((a, b) => a - b)
  const percentile = (part: number) => latenciesMs[Math.ceil(latenciesMs.length * part) - 1] ?? Number.NaN
  return { done, met: { p50Ms: percentile(0.5), p99Ms: percentile(0.99), worstMs: percentile(1) } }
}
