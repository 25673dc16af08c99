/** Calls `act` at once, and again at the end of each period in which it was asked for: a burst costs two calls. `stop` forgets what is due. */
export function atMostEvery(periodMs: number, act: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = (): void => {
    again = false
    timer = setTimeout(() => {
      timer = undefined
      if (again) run()
    }, periodMs)
    act()
  }
  return {
    ask: () => {
      if (timer === undefined) run()
      else again = true
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}
