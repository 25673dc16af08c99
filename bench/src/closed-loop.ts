import { setTimeout as delay } from 'node:timers/promises'

/** What callers saw of one measurement. Times in ms. */
export interface Seen {
  readonly commands: number
  readonly commandsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly replayed: number
  readonly refused: number
}

export type Answer = 'booked' | 'replayed' | 'refused'

const warmUpMs = 3_000
/** The longest that is waited until the callers are warm. */
const maxWarmUpMs = 12_000
const pollMs = 100

/**
 * Keeps `inFlight` commands on their way, each caller sending its next when it has its answer, and measures after warming up: at least for three seconds,
 * in which Node compiles what is hot, and until `isWarm`, if that comes in time. A command that answers undefined only prepares the next one, and is not counted.
 */
export async function closedLoop(
  inFlight: number,
  seconds: number,
  send: (caller: number) => Promise<Answer | undefined>,
  isWarm: () => boolean,
  onMeasuring: () => void,
): Promise<Seen> {
  const latenciesMs: number[] = []
  const answers: Record<Answer, number> = { booked: 0, replayed: 0, refused: 0 }
  const state = { measuring: false, stopping: false }

  const caller = async (number: number): Promise<void> => {
    while (!state.stopping) {
      const sentAt = performance.now()
      const answer = await send(number)
      if (!state.measuring || answer === undefined) continue
      latenciesMs.push(performance.now() - sentAt)
      answers[answer] += 1
    }
  }

  const callers = Array.from({ length: inFlight }, (_, number) => caller(number))
  const warmingSince = performance.now()
  await delay(warmUpMs)
  while (!isWarm() && performance.now() - warmingSince < maxWarmUpMs) await delay(pollMs)
  state.measuring = true
  onMeasuring()
  const startedAt = performance.now()
  await delay(seconds * 1000)
  const measuredSeconds = (performance.now() - startedAt) / 1000
  state.measuring = false
  state.stopping = true
  await Promise.all(callers)

  latenciesMs.sort((a, b) => a - b)
  const commands = latenciesMs.length
  const percentile = (share: number) => latenciesMs[Math.min(commands - 1, Math.floor(commands * share))] ?? Number.NaN
  return {
    commands,
    commandsPerSecond: commands / measuredSeconds,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    replayed: answers.replayed,
    refused: answers.refused,
  }
}
