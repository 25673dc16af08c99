import type { CallError } from './call-error.ts'
import { asCallError, isOutcomeUnknown, leavesOpen } from './call-error.ts'

/** One answer to an order, such as a bet or an approval. */
export type Sent<T> = { data: T } | { error: CallError }

/** The answer of an endpoint as the answer to an order. A query that failed may still have older data. */
export async function sentBy<T>(
  answer: PromiseLike<{ data?: T | undefined; error?: Parameters<typeof asCallError>[0] | undefined }>,
): Promise<Sent<T>> {
  const { data, error } = await answer
  return data === undefined || error !== undefined ? { error: asCallError(error ?? {}) } : { data }
}

/** What an order came to in the end. `isOpen`: nobody knows whether it was carried out. */
export type Known<T> = { data: T } | { error: CallError; isOpen: boolean }

interface Asking<T> {
  /** Asks what became of the order: sends the same one again, or reads where it would show. */
  ask: () => Promise<Sent<T>>
  wait: (delayMs: number) => Promise<void>
  /** How often it asks; as often as fits into 20 minutes where nothing is said. */
  times?: number
}

/** How long it waits before it asks again and again, in ms; then it asks every `askEveryMs`. */
export const firstWaitsMs: readonly number[] = [1_000, 2_000, 4_000]
const askEveryMs = 5_000
const asksIn20Minutes = 240

/** Waits for real. */
export const waitFor = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

/**
 * Goes on asking what became of an order that was sent and not answered. It ends with the answer, with a refusal that says that nothing was done, with the end of the session,
 * or after its last asking with none of them. What is unknown is never told as 'no'.
 */
export async function askUntilKnown<T>({ ask, wait, times = asksIn20Minutes }: Asking<T>): Promise<Known<T>> {
  for (let asked = 1; ; asked += 1) {
    await wait(firstWaitsMs[asked - 1] ?? askEveryMs)
    const sent = await ask()
    if ('data' in sent) return sent
    const { error } = sent
    const isOpen = leavesOpen(error)
    if (!isOpen || error.status === 401 || asked === times) return { error, isOpen }
  }
}

interface Sending<T> {
  send: () => Promise<Sent<T>>
  /** Asks what became of it; by itself the same is sent again. */
  ask?: () => Promise<Sent<T>>
  /** No answer has come: it is asked again, and nobody knows yet whether it has arrived. */
  onUnclear?: () => void
  times?: number
}

/**
 * Sends an order and, without an answer, asks what became of it until that is known. @returns the first failure where it stays unknown: a later asking that was cancelled, or
 * not heard, says nothing of what was sent first
 */
export async function sendUntilKnown<T>({ send, ask = send, onUnclear, times }: Sending<T>): Promise<Sent<T>> {
  const first = await send()
  if ('data' in first || !isOutcomeUnknown(first.error)) return first
  onUnclear?.()
  const known = await askUntilKnown({ ask, wait: waitFor, ...(times !== undefined && { times }) })
  if ('data' in known) return { data: known.data }
  return known.isOpen || known.error.kind === 'cancelled' ? first : { error: known.error }
}
