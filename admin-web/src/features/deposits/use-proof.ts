import type { CallError } from '@kismet/app-kit/call-error.ts'
import { download } from '@kismet/app-kit/download.ts'
import type { CallResult } from '@kismet/app-kit/call.ts'
import { adminGetDepositProof } from '@kismet/contracts'
import { useEffect, useState } from 'react'
import { inSession } from '../../entities/session/from-contract.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { Picture, PictureKey, ProofShelf } from './proof-shelf.ts'
import { proofShelf } from './proof-shelf.ts'

const mostPictures = 8
const subject = adminGetDepositProof.route.path

/** Fetches a page of a proof with the admin's token: a picture in the page cannot send it. */
function fetchPicture({ id, page }: PictureKey) {
  return (dispatch: AppDispatch, getState: () => RootState): Promise<CallResult<Blob>> =>
    inSession(subject, { dispatch, getState }, (token) =>
      download(adminGetDepositProof.route, { id, page: String(page) }, { token }),
    )
}

/** The pictures of this desk, for as long as it is on the page. */
export function useProofShelf(): ProofShelf {
  const dispatch = useAppDispatch()
  const [shelf] = useState(() => proofShelf((key) => dispatch(fetchPicture(key)), mostPictures))
  useEffect(() => () => shelf.clear(), [shelf])
  return shelf
}

type Shown = { at: 'loading' } | { at: 'shown'; picture: Picture } | { at: 'failed'; error: CallError }

/** A page of a proof, once it is here; `retry` asks again. */
export function useProof(shelf: ProofShelf, id: string, page: number): { shown: Shown; retry: () => void } {
  const [tries, setTries] = useState(0)
  const [held, setHeld] = useState<{ key: string; shown: Shown } | null>(null)
  const key = `${id} ${page} ${tries}`
  useEffect(() => {
    let stale = false
    void shelf.take({ id, page }).then(({ picture, error }) => {
      if (!stale) setHeld({ key, shown: picture ? { at: 'shown', picture } : { at: 'failed', error } })
    })
    return () => {
      stale = true
    }
  }, [shelf, id, page, key])
  return { shown: held?.key === key ? held.shown : { at: 'loading' }, retry: () => setTries(tries + 1) }
}
