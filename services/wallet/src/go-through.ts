import type { Logger } from '@kismet/service-kit/logger'

const idsSaid = 20

interface Going {
  readonly log: Logger
  readonly stopping: AbortSignal | undefined
  /** Said once a run, with how many failed, the first of them, and why the very first did. */
  readonly failed: string
}

/**
 * Does `work` for all ids that `read` finds, in their order and in pages. A failure does not stop
 * the later ids.
 */
export async function goThrough(
  { log, stopping, failed }: Going,
  read: (afterId: string) => Promise<readonly string[]>,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const ids: string[] = []
  let [count, first]: [number, unknown] = [0, undefined]
  const note = (id: string, err: unknown): void => {
    if (count === 0) first = err
    if (count < idsSaid) ids.push(id)
    count += 1
  }
  try {
    let last: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (last !== undefined) {
      const found: readonly string[] = await read(last)
      for (const id of found) {
        if (stopping?.aborted === true) return
        await work(id).catch((err: unknown) => note(id, err))
      }
      last = found.at(-1)
    }
  } finally {
    if (count > 0) log.error({ err: first, ids, count }, failed)
  }
}
