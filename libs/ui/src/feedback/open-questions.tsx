import type { ReactNode } from 'react'
import { createContext, Fragment, useEffect } from 'react'
import { sharedValue } from '../shared-value.ts'

/** The address of the page that is shown. */
export const Place = createContext('')

/** A dialog that is open (`ask`). */
interface OpenQuestion {
  readonly id: number
  readonly dialog: ReactNode
  readonly close: (isConfirmed?: boolean) => void
}

/** The questions that are open, the topmost last. */
export const openQuestions = sharedValue<readonly OpenQuestion[]>([])

/** Shows the open questions, once in an app. Another `place`, an address, closes those that are idle. Unmount closes all. */
export function Questions({ place }: { place: string }): ReactNode {
  const questions = openQuestions.use()
  useEffect(() => () => openQuestions.now().forEach(({ close }) => close()), [])
  return (
    <Place value={place}>
      {questions.map(({ id, dialog }) => (
        <Fragment key={id}>{dialog}</Fragment>
      ))}
    </Place>
  )
}
