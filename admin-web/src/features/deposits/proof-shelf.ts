import type { CallError } from '@kismet/app-kit/call-error.ts'
import { unanswered } from '@kismet/app-kit/call-error.ts'
import type { CallResult } from '@kismet/app-kit/call.ts'

/** A picture of a proof that can be shown. */
export interface Picture {
  url: string
  bytes: number
}

type PictureResult = { picture: Picture; error?: never } | { error: CallError; picture?: never }

/** One page of a proof; pages count from 1. */
export interface PictureKey {
  id: string
  page: number
}

export interface ProofShelf {
  take: (key: PictureKey) => Promise<PictureResult>
  /** Lets go of everything; what is taken afterwards is fetched anew. */
  clear: () => void
}

/** What the product makes of a proof. Anything else is not shown: it would stand in this origin. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']
const textOf = ({ id, page }: PictureKey): string => `${id} ${page}`

/**
 * Pictures that were fetched, so that the next request opens at once and the last one comes back at once. At most `most` are
 * kept; the one that was not looked at for longest goes.
 */
export function proofShelf(fetchPicture: (key: PictureKey) => Promise<CallResult<Blob>>, most: number): ProofShelf {
  const shelf = new Map<string, Promise<PictureResult>>()

  const drop = (name: string): void => {
    const dropped = shelf.get(name)
    shelf.delete(name)
    void dropped?.then(({ picture }) => picture && URL.revokeObjectURL(picture.url))
  }
  const fetched = async (key: PictureKey): Promise<PictureResult> => {
    const { data, error } = await fetchPicture(key)
    if (error) return { error }
    if (!pictureTypes.includes(data.type)) return { error: unanswered('malformed') }
    return { picture: { url: URL.createObjectURL(data), bytes: data.size } }
  }

  return {
    take: (key) => {
      const name = textOf(key)
      const result = shelf.get(name) ?? fetched(key)
      shelf.delete(name)
      shelf.set(name, result)
      void result.then(({ error }) => {
        if (error && shelf.get(name) === result) shelf.delete(name)
      })
      const [oldest] = shelf.keys()
      if (shelf.size > most && oldest !== undefined) drop(oldest)
      return result
    },
    clear: () => {
      for (const name of [...shelf.keys()]) drop(name)
    },
  }
}
