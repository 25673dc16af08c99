import type { ReactNode } from 'react'
import { openDialogs } from './open-dialogs.tsx'
import type { ConfirmDialogProps } from './dialog.tsx'
import { ConfirmDialog } from './dialog.tsx'

type Close = (isConfirmed?: boolean) => void

let lastId = 0

/** Shows a dialog until the dialog calls `close`. Use it for a dialog with fields. @returns true if the user confirmed */
export function openDialog(render: (close: Close) => ReactNode): Promise<boolean> {
  return new Promise((resolve) => {
    const close: Close = (isConfirmed = false) => {
      openDialogs.set(openDialogs.now().filter((other) => other !== dialog))
      resolve(isConfirmed)
    }
    const dialog = { id: (lastId += 1), content: render(close), close }
    openDialogs.set([...openDialogs.now(), dialog])
  })
}

interface ConfirmOptions extends Pick<ConfirmDialogProps, 'title' | 'icon' | 'action' | 'isDangerous'> {
  /** The effect of the action on people and money. */
  readonly body: ReactNode
  /** Sends the order. The dialog stays open and busy until `run` ends. */
  readonly run?: () => unknown
}

/** Asks before an action that affects people or money. @returns true if the user confirmed and `run` has ended */
export function confirm({ body, run, ...dialog }: ConfirmOptions): Promise<boolean> {
  return openDialog((close) => {
    const onConfirm = async (): Promise<void> => {
      try {
        await run?.()
      } finally {
        close(true)
      }
    }
    return (
      <ConfirmDialog {...dialog} onConfirm={onConfirm} onClose={close}>
        {typeof body === 'string' ? <p>{body}</p> : body}
      </ConfirmDialog>
    )
  })
}
