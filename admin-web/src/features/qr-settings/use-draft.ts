import type { getDepositSettings, Output } from '@kismet/contracts'
import { useEffect, useRef, useState } from 'react'

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
  changed: boolean
  write: (utr: string) => void
  choose: (image: File | null) => void
  tick: (scanned: boolean) => void
  discard: () => void
}

/** Keeps a draft of the settings; what is not written yet is as it is in use. */
export function useDraft({ utr: utrInUse }: Settings): DraftState {
  const [written, setWritten] = useState<Partial<Draft>>({})
  const shownUrl = useRef<string | null>(null)
  const letGo = (): void => {
    if (shownUrl.current !== null) URL.revokeObjectURL(shownUrl.current)
    shownUrl.current = null
  }
  useEffect(() => letGo, [])

  const draft: Draft = { utr: utrInUse ?? '', image: null, imageUrl: null, scanned: false, ...written }
  return {
    draft,
    changed: draft.image !== null || draft.utr !== (utrInUse ?? ''),
    write: (utr) => setWritten({ ...written, utr }),
    choose: (image) => {
      letGo()
      shownUrl.current = image && URL.createObjectURL(image)
      setWritten({ ...written, image, imageUrl: shownUrl.current, scanned: false })
    },
    tick: (scanned) => setWritten({ ...written, scanned }),
    discard: () => {
      letGo()
      setWritten({})
    },
  }
}
