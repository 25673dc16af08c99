import type { Logger } from '@kismet/service-kit/logger'

interface Options {
  readonly log: Logger
  readonly stopping: AbortSignal | undefined
  /** Logged for each failure. */
  readonly failed: string
}

/** Does `work` for one id after the other. A failure does not stop the later ids. */
export async function forEachId(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  { log, stopping, failed }: Options,
): Promise<void> {
  for (const id of ids) {
    if (stopping?.aborted === true) return
    await work(id).catch((err: unknown) => log.error({ err, id }, failed))
  }
}
