import { limits } from '@kismet/contracts'

/** The browser functions of the watch. A test passes its own. */
export interface ActivitySource {
  nowMs: () => number
  /** Calls `onInput` at each input. @returns a function that stops listening */
  listen: (onInput: () => void) => () => void
  readLast: () => number | null
  writeLast: (atMs: number) => void
}

export interface ActivityHandlers {
  /** No input for more than 60 minutes, in any tab. */
  onIdle: () => void
  /** Called at the first input, then at most once a minute. */
  onActive: () => void
}

const writeEveryMs = 1_000

/**
 * Watches for input (mouse, key, touch, scroll). Every 30 seconds it checks for 60 minutes without input (spec 4.11, section 9).
 * All tabs of the browser share the time of the last input. @returns a function that stops the watch
 */
export function watchActivity(source: ActivitySource, { onIdle, onActive }: ActivityHandlers): () => void {
  const { inactivityMs, activityEveryMs, checkEveryMs } = limits.session
  let lastMs = source.readLast() ?? source.nowMs()
  let writtenMs = Number.NEGATIVE_INFINITY
  let reportedMs = Number.NEGATIVE_INFINITY

  const isIdle = (): boolean => source.nowMs() - Math.max(lastMs, source.readLast() ?? 0) > inactivityMs
  const check = (): boolean => {
    if (!isIdle()) return false
    stop()
    onIdle()
    return true
  }
  const onInput = (): void => {
    if (check()) return
    lastMs = source.nowMs()
    if (lastMs - writtenMs >= writeEveryMs) {
      writtenMs = lastMs
      source.writeLast(lastMs)
    }
    if (lastMs - reportedMs >= activityEveryMs) {
      reportedMs = lastMs
      onActive()
    }
  }
  const timer = setInterval(check, checkEveryMs)
  const unlisten = source.listen(onInput)
  const stop = (): void => {
    clearInterval(timer)
    unlisten()
  }
  if (!check()) source.writeLast(lastMs)
  return stop
}

const inputEvents = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'scroll', 'wheel'] as const

/** Input anywhere on the page. */
export function listenToInput(onInput: () => void): () => void {
  const options = { capture: true, passive: true }
  for (const name of inputEvents) window.addEventListener(name, onInput, options)
  return () => {
    for (const name of inputEvents) window.removeEventListener(name, onInput, options)
  }
}
