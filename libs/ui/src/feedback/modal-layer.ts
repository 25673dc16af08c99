import { sharedValue } from '../shared-value.ts'

/** The modals that are open, the topmost last. */
const open = sharedValue<readonly HTMLDialogElement[]>([])

/** What had the focus and is gone by now leaves it to the page, so that reading goes on there. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Opens a dialog over the page and over the modals before it; answers with what closes it and gives the focus back to what had it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  open.set([...open.now(), dialog])
  return () => {
    dialog.close()
    open.set(open.now().filter((other) => other !== dialog))
    if (open.now().length === 0) keepFocus()
  }
}

/** The modal on top of all, or null: only what is inside it can be read and used. */
export const useTopModal = (): HTMLDialogElement | null => open.use().at(-1) ?? null
