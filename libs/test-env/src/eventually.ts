const everyMs = 10

/** Waits until `probe` gives something other than undefined or false, and returns it. @throws Error with `what` when it does not within `withinMs`. */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const result = await probe()
    if (result !== undefined && result !== false) return result
    if (performance.now() > giveUpAt) throw new Error(`Waited ${withinMs} ms in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
