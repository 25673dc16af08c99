import type { Logger } from './logger.ts'
import { isRefusal } from './refusal.ts'

export interface Loop {
  /** Runs the work soon, without waiting for the interval. */
  wake(): void
  /** Stops the loop after the current run. */
  stop(): Promise<void>
}

/** The work of a loop. One that goes on as long as there is something to do ends when it is told to stop, too. */
export type Work = (stopping: AbortSignal) => Promise<void>

/** Refusals in a row from which on a loop warns: a start takes fewer. */
const warnFrom = 5

/**
 * Runs `work` again and again: at once when woken, else `everyMs` after the run before ended. It never overlaps with itself. An error is
 * logged and does not end it. A service that does not answer may not be up yet: that is a warning from the fifth time in a row on.
 */
export function startLoop(name: string, everyMs: number, log: Logger, work: Work): Loop {
  const stopping = new AbortController()
  let pause = Promise.withResolvers<undefined>()
  const wake = () => pause.resolve(undefined)

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      pause = Promise.withResolvers()
      try {
        await work(stopping.signal)
        failures = 0
      } catch (error) {
        failures += 1
        const unanswered = failures < warnFrom ? 'debug' : 'warn'
        log[isRefusal(error, 'unavailable') ? unanswered : 'error'](
          { err: error, loop: name },
          'a background loop failed; retrying',
        )
      }
      const timer = setTimeout(wake, everyMs)
      await pause.promise
      clearTimeout(timer)
    }
  }

  const running = run()
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }
}
