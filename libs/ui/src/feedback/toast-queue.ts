/** The kind of a toast. */
export type ToastKind = 'good' | 'bad' | 'note' | 'gift'

/** A toast. */
export interface ToastMessage {
  id: string
  kind: ToastKind
  text: string
  /** More text below. */
  detail?: string | null
  /** How long the toast is shown. Null: until it is closed. */
  lastsMs: number | null
}

/** One toast at a time: an older toast could contradict the newest, and would hide more of the page. */
export const maxShownToasts = 1

/**
 * The toasts with one more. A new toast replaces a `good` toast. Toasts of the kinds `bad` and `gift` stay until they are read. A
 * `gift` stays above later `good` toasts.
 */
export function addToast(toasts: readonly ToastMessage[], more: ToastMessage): ToastMessage[] {
  const surplus = Math.max(0, toasts.length + 1 - maxShownToasts)
  const gone = toasts.filter(({ kind }) => kind === 'good' || kind === 'note').slice(0, surplus)
  const kept = toasts.filter((toast) => !gone.includes(toast))
  if (more.kind === 'bad') return [...kept, more]
  return [...kept.filter(({ kind }) => kind !== 'gift'), more, ...kept.filter(({ kind }) => kind === 'gift')]
}
