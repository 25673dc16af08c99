import { sharedValue } from '../shared-value.ts'

/** The open modals, the topmost last. */
const open = sharedValue<readonly HTMLDialogElement[]>([])

/** Focuses the page if the element that had the focus is gone. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Opens a dialog above the page and above open modals. @returns a function that closes the dialog and restores the focus */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  open.set([...open.now(), dialog])
  return () => {
    dialog.close()
    open.set(open.now().filter((other) => other !== dialog))
    if (open.now().length === 0) keepFocus()
  }
}

/** The topmost modal, or null. Everything outside of it is inert. */
export const useTopModal = (): HTMLDialogElement | null => open.use().at(-1) ?? null
