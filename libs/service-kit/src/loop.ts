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

/**
 * Runs `work` again and again: at once when woken, else `everyMs` after the run before ended. It never overlaps with itself. An error is
 * logged and does not end it.
 */
export function startLoop(name: string, everyMs: number, log: Logger, work: Work): Loop {
  const stopping = new AbortController()
  let pause = Promise.withResolvers<undefined>()
  const wake = () => pause.resolve(undefined)

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      pause = Promise.withResolvers()
      try {
        await work(stopping.signal)
      } catch (error) {
        const level = isRefusal(error, 'unavailable') ? 'warn' : 'error'
        log[level]({ err: error, loop: name }, 'a background loop failed; retrying')
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
