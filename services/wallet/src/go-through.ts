import type { Logger } from '@kismet/service-kit/logger'

interface Going {
  readonly log: Logger
  readonly stopping: AbortSignal | undefined
  /** Said once a run, with the first of those that failed and how many did. */
  readonly failed: string
}

/** Does `work` with all ids that `read` finds after another one, in their order and some at a time: those that fail hold nothing up that comes after them. */
export async function goThrough(
  { log, stopping, failed }: Going,
  read: (afterId: string) => Promise<readonly string[]>,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const failures: { readonly id: string; readonly err: unknown }[] = []
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last !== undefined) {
    const ids: readonly string[] = await read(last)
    for (const id of ids) {
      if (stopping?.aborted === true) return
      await work(id).catch((err: unknown) => failures.push({ id, err }))
    }
    last = ids.at(-1)
  }
  if (failures.length > 0) log.error({ ...failures[0], failures: failures.length }, failed)
}
