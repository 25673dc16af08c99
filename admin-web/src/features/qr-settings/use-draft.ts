import type { getDepositSettings, Output } from '@kismet/contracts'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { createContext, createElement, use, useEffect, useState } from 'react'

export type Settings = Output<typeof getDepositSettings>['settings']

/** What is being written, against what is in use. */
export interface Draft {
  utr: string
  image: File | null
  /** Address of the image while it is shown. */
  imageUrl: string | null
  /** Somebody has scanned the image and found the own name behind it. */
  scanned: boolean
}

export interface DraftState {
  draft: Draft
  /** What of it was written here; the rest is what was in use when the page was drawn. */
  written: Written
  changed: boolean
  write: (utr: string) => void
  choose: (image: File | null) => void
  tick: (scanned: boolean) => void
  discard: () => void
  /** Forgets what was sent, and keeps what was written since. */
  discardSent: (sent: Draft) => void
}

/** What was written, and is not saved. */
export type Written = Partial<Draft>
const Kept = createContext<readonly [Written, Dispatch<SetStateAction<Written>>] | null>(null)

/** Around the pages: what was written stays while somebody looks at another page, and the browser asks before it throws it away. */
export function DraftKeeper({ children }: { children: ReactNode }): ReactNode {
  const kept = useState<Written>({})
  const [{ utr, image, imageUrl = null }] = kept
  const isWritten = utr !== undefined || Boolean(image)
  useEffect(() => {
    if (!isWritten) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWritten])
  useEffect(
    () => () => {
      if (imageUrl !== null) URL.revokeObjectURL(imageUrl)
    },
    [imageUrl],
  )
  return createElement(Kept, { value: kept }, children)
}

function withoutSent({ utr, ...others }: Written, sent: Draft): Written {
  const rest = utr === undefined || utr === sent.utr ? {} : { utr }
  return others.image === sent.image ? rest : { ...others, ...rest }
}

/** The draft of the settings; what is not written yet is as it is in use. */
export function useDraft({ utr: utrInUse }: Settings): DraftState {
  const kept = use(Kept)
  if (kept === null) throw new Error('A draft needs its keeper around it')
  const [written, setWritten] = kept
  const draft: Draft = { utr: utrInUse ?? '', image: null, imageUrl: null, scanned: false, ...written }
  return {
    draft,
    written,
    changed: draft.image !== null || draft.utr !== (utrInUse ?? ''),
    write: (utr) => {
      const { utr: _, ...others } = written
      setWritten(utr === (utrInUse ?? '') ? others : { ...others, utr })
    },
    choose: (image) => setWritten({ ...written, image, imageUrl: image && URL.createObjectURL(image), scanned: false }),
    tick: (scanned) => setWritten({ ...written, scanned }),
    discard: () => setWritten({}),
    discardSent: (sent) => setWritten((now) => withoutSent(now, sent)),
  }
}
