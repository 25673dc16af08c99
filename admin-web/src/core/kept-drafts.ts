import { holdPage } from '@kismet/ui/feedback/hold-page.ts'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { createContext, createElement, use, useEffect, useState } from 'react'

/** What was written and is not sent, by the names of its forms, and by whom. */
interface Drafts {
  readonly owner: string | null
  readonly byName: Readonly<Record<string, unknown>>
}
const Kept = createContext<readonly [Drafts, Dispatch<SetStateAction<Drafts>>] | null>(null)

interface DraftKeeperProps {
  /** The id of who writes: null after a logout by hand, undefined where a session has ended by itself. */
  owner: string | null | undefined
  children: ReactNode
}

/** Around all pages: what was written stays with its admin while another page is looked at, and over the end of a session, and the browser asks before it throws it away. */
export function DraftKeeper({ owner, children }: DraftKeeperProps): ReactNode {
  const kept = useState<Drafts>({ owner: null, byName: {} })
  const [drafts, setDrafts] = kept
  if (owner !== undefined && owner !== drafts.owner) setDrafts({ owner, byName: {} })
  const isWritten = Object.values(drafts.byName).some(Boolean)
  useEffect(() => (isWritten ? holdPage() : undefined), [isWritten])
  return createElement(Kept, { value: kept }, children)
}

/** The draft of the form with this name, which is the only one of its type; undefined where nothing is written. */
export function useKept<Draft>(
  name: string,
): [draft: Draft | undefined, keep: (change: (now: Draft | undefined) => Draft | undefined) => void] {
  const kept = use(Kept)
  if (kept === null) throw new Error('A draft needs its keeper around it')
  const [{ owner, byName }, setDrafts] = kept
  const draftIn = (all: Drafts['byName']): Draft | undefined => all[name] as Draft | undefined
  return [
    draftIn(byName),
    (change) =>
      setDrafts((now) =>
        // What comes late is not for the next admin.
        now.owner === owner ? { owner, byName: { ...now.byName, [name]: change(draftIn(now.byName)) } } : now,
      ),
  ]
}
