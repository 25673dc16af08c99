/** Throttles `act`: `call` runs it at once, and at most once more at the end of each period. `cancel` drops the waiting call. */
export function throttle(periodMs: number, act: () => void): { call: () => void; cancel: () => void } {
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
    call: () => {
      if (timer === undefined) run()
      else again = true
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}
