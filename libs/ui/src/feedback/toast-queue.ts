/** What kind of news it is. */
export type ToastKind = 'good' | 'bad' | 'note' | 'gift'

/** One message on its way past the reader. */
export interface ToastMessage {
  id: string
  kind: ToastKind
  text: string
  /** More about it, below its text. */
  detail?: string | null
  /** How long it is shown; null: until it is closed. */
  lastsMs: number | null
}

/** One stands over a page: an older one contradicts it, or hides more of the page. */
export const maxShownToasts = 1

/**
 * The messages with one more. A new message replaces a good one. Bad messages and gifts wait until they were read, and a
 * gift stands over a good message that comes later.
 */
export function addToast(toasts: readonly ToastMessage[], more: ToastMessage): ToastMessage[] {
  const surplus = Math.max(0, toasts.length + 1 - maxShownToasts)
  const gone = toasts.filter(({ kind }) => kind === 'good' || kind === 'note').slice(0, surplus)
  const kept = toasts.filter((toast) => !gone.includes(toast))
  if (more.kind === 'bad') return [...kept, more]
  return [...kept.filter(({ kind }) => kind !== 'gift'), more, ...kept.filter(({ kind }) => kind === 'gift')]
}
