import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { createContext, createElement, use, useEffect, useState } from 'react'

/** What was written and is not sent, by the names of its forms. */
type Drafts = Readonly<Record<string, unknown>>
const Kept = createContext<readonly [Drafts, Dispatch<SetStateAction<Drafts>>] | null>(null)

/** Around the pages: what was written stays while somebody looks at another page, and the browser asks before it throws it away. */
export function DraftKeeper({ children }: { children: ReactNode }): ReactNode {
  const kept = useState<Drafts>({})
  const isWritten = Object.values(kept[0]).some(Boolean)
  useEffect(() => {
    if (!isWritten) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWritten])
  return createElement(Kept, { value: kept }, children)
}

/** The draft of the form with this name, which is the only one of its type; undefined where nothing is written. */
export function useKept<Draft>(
  name: string,
): [draft: Draft | undefined, keep: (change: (now: Draft | undefined) => Draft | undefined) => void] {
  const kept = use(Kept)
  if (kept === null) throw new Error('A draft needs its keeper around it')
  const [drafts, setDrafts] = kept
  const draftIn = (all: Drafts): Draft | undefined => all[name] as Draft | undefined
  return [draftIn(drafts), (change) => setDrafts((now) => ({ ...now, [name]: change(draftIn(now)) }))]
}
