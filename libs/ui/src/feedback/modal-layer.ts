import { useSyncExternalStore } from 'react'

/** The modals that are open, the topmost last. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** What had the focus and is gone by now leaves it to the page, so that reading goes on there. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Opens a dialog over the page and over the modals before it; answers with what closes it and gives the focus back to what had it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  change([...open, dialog])
  return () => {
    dialog.close()
    change(open.filter((other) => other !== dialog))
    if (open.length === 0) keepFocus()
  }
}

function listen(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** The modal on top of all, or null: only what is inside it can be read and used. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    listen,
    () => open.at(-1) ?? null,
    () => null,
  )
}
