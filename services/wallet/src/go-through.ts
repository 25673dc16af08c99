import type { Logger } from '@kismet/service-kit/logger'

interface Going {
  readonly log: Logger
  readonly stopping: AbortSignal | undefined
  /** Logged for each failure. */
  readonly failed: string
}

/** Does `work` for all ids that `read` finds, in order and in pages. A failure does not stop the later ids. */
export async function goThrough(
  { log, stopping, failed }: Going,
  read: (afterId: string) => Promise<readonly string[]>,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last !== undefined) {
    const ids: readonly string[] = await read(last)
    for (const id of ids) {
      if (stopping?.aborted === true) return
      await work(id).catch((err: unknown) => log.error({ err, id }, failed))
    }
    last = ids.at(-1)
  }
}
