import type { CallError } from './call-error.ts'
import { asCallError, leavesOutcomeUnknown } from './call-error.ts'

/** One answer to an order, such as a bet or an approval. */
export type OrderAnswer<T> = { data: T } | { error: CallError }

/** The answer of an endpoint as an answer to an order. A query that failed may still have older data. */
export async function orderAnswerOf<T>(
  answer: PromiseLike<{ data?: T | undefined; error?: Parameters<typeof asCallError>[0] | undefined }>,
): Promise<OrderAnswer<T>> {
  const { data, error } = await answer
  return data === undefined || error !== undefined ? { error: asCallError(error ?? {}) } : { data }
}

/** The last answer after all retries. `isOpen`: the outcome is still unknown. */
export type RetryOutcome<T> = { data: T } | { error: CallError; isOpen: boolean }

interface Asking<T> {
  /** Sends the same order again, or reads the list that shows the order. */
  ask: () => Promise<OrderAnswer<T>>
  wait: (delayMs: number) => Promise<void>
  /** The number of retries. By default as many as fit into 20 minutes. */
  times?: number
}

/** The delays of the first retries, in ms. Later retries wait `askEveryMs`. */
export const firstWaitsMs: readonly number[] = [1_000, 2_000, 4_000]
const askEveryMs = 5_000
const retriesIn20Minutes = 240

/** Resolves after a delay. */
export const waitFor = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

/**
 * Retries an order whose answer was lost. It ends with an answer, with a refusal that proves that the order was not carried out,
 * with the end of the session, or after the last retry. An unknown outcome is never reported as a failure.
 */
export async function retryUntilKnown<T>({
  ask,
  wait,
  times = retriesIn20Minutes,
}: Asking<T>): Promise<RetryOutcome<T>> {
  for (let asked = 1; ; asked += 1) {
    await wait(firstWaitsMs[asked - 1] ?? askEveryMs)
    const sent = await ask()
    if ('data' in sent) return sent
    const { error } = sent
    const isOpen = leavesOutcomeUnknown(error)
    if (!isOpen || error.status === 401 || asked === times) return { error, isOpen }
  }
}
