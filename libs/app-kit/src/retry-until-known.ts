import type { CallError } from './call-error.ts'
import { asCallError, leavesOutcomeUnknown } from './call-error.ts'

/** One answer to an order, such as a bet or an approval. */
export type OrderAnswer<T> = { data: T } | { error: CallError }

/** The answer of an endpoint as the answer to an order. A query that failed may still have older data. */
export async function orderAnswerOf<T>(
  answer: PromiseLike<{ data?: T | undefined; error?: Parameters<typeof asCallError>[0] | undefined }>,
): Promise<OrderAnswer<T>> {
  const { data, error } = await answer
  return data === undefined || error !== undefined ? { error: asCallError(error ?? {}) } : { data }
}

/** What an order came to in the end. `isOpen`: nobody knows whether it was carried out. */
export type RetryOutcome<T> = { data: T } | { error: CallError; isOpen: boolean }

interface Asking<T> {
  /** Asks what became of the order: sends the same one again, or reads where it would show. */
  ask: () => Promise<OrderAnswer<T>>
  wait: (delayMs: number) => Promise<void>
  /** How often it asks; as often as fits into 20 minutes where nothing is said. */
  times?: number
}

/** How long it waits before it asks again and again, in ms; then it asks every `askEveryMs`. */
export const firstWaitsMs: readonly number[] = [1_000, 2_000, 4_000]
const askEveryMs = 5_000
const retriesIn20Minutes = 240

/** Waits for real. */
export const waitFor = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

/**
 * Goes on asking what became of an order that was sent and not answered. It ends with the answer, with a refusal that says that nothing was done, with the end of the session,
 * or after its last asking with none of them. What is unknown is never told as 'no'.
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
