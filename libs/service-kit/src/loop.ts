import type { Logger } from './logger.ts'

export interface Loop {
  /** Runs the work soon, without waiting for the interval. */
  wake(): void
  /** Stops, after the run that is under way. Nothing wakes it any more. */
  stop(): Promise<void>
}

/** The work of a loop. One that goes on as long as there is something to do ends when it is told to stop, too. */
export type Work = (stopping: AbortSignal) => Promise<void>

/**
 * Runs `work` again and again: at once when woken, else `everyMs` after the run before ended. It never overlaps with itself, and an error is logged and
 * does not end it.
 */
export function startLoop(name: string, everyMs: number, log: Logger, work: Work): Loop {
  const stopping = new AbortController()
  const state = { woken: false }
  let wakeUp: (() => void) | undefined

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const wasWoken = () => state.woken

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      state.woken = false
      try {
        await work(stopping.signal)
      } catch (error) {
        log.error({ err: error, loop: name }, 'a background run failed; it is tried again')
      }
      if (!wasWoken()) await pause()
    }
  }

  const running = run()
  const wake = () => {
    state.woken = true
    wakeUp?.()
  }
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }
}
