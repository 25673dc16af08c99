import type { ReactNode } from 'react'
import { createContext, Fragment, useEffect } from 'react'
import { sharedValue } from '../shared-value.ts'

/** The address of the shown page. */
export const PageAddress = createContext('')

/** A dialog that `openDialog` has opened. */
interface OpenDialog {
  readonly id: number
  readonly content: ReactNode
  readonly close: (isConfirmed?: boolean) => void
}

/** The open dialogs, the topmost last. */
export const openDialogs = sharedValue<readonly OpenDialog[]>([])

/** Renders the open dialogs, once in each app. A change of `address` closes idle dialogs. Unmount closes all. */
export function DialogHost({ address }: { address: string }): ReactNode {
  const dialogs = openDialogs.use()
  useEffect(() => () => openDialogs.now().forEach(({ close }) => close()), [])
  return (
    <PageAddress value={address}>
      {dialogs.map(({ id, content }) => (
        <Fragment key={id}>{content}</Fragment>
      ))}
    </PageAddress>
  )
}
