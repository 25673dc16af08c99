/**
 * What is asked for often is done once for all who ask within `withinMs` of the first.
 * @returns `ask` for it; never throws, so `work` must not. `flush` does at once what was asked for, before what it needs is closed.
 */
export function gathered(withinMs: number, work: () => void): { ask: () => void; flush: () => void } {
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    work()
  }
  return {
    ask: () => {
      timer ??= setTimeout(flush, withinMs).unref()
    },
    flush,
  }
}

/**
 * The delay of balance and log events, which joins many events into one. Players do not notice: the
 * answer of the call has the balance, and logs are read in pages.
 */
export const newsWithinMs = 20
