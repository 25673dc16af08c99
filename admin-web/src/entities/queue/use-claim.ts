import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { Claim } from '@kismet/contracts'
import { claimRequest, limits, releaseRequest } from '@kismet/contracts'
import { useEffect, useState } from 'react'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import { showToastIn } from '../notices/use-show-toast.ts'
import { fromContract } from '../session/from-contract.ts'
import { epochOf } from '../session/session-slice.ts'
import type { QueueRequest } from './request.ts'

const claimsApi = api.injectEndpoints({
  endpoints: (build) => ({
    claimRequest: build.mutation({
      ...fromContract(claimRequest),
      // Events report all claims. A takeover and a lost race refetch at once, without waiting for the event.
      invalidatesTags: (answer, _, { takeOver }) => (takeOver || answer?.isMine === false ? ['Claims'] : []),
    }),
    releaseRequest: build.mutation(fromContract(releaseRequest)),
  }),
})

const { claimRequest: claim, releaseRequest: release } = claimsApi.endpoints

/** Two renewals may be lost before a claim expires. */
const renewEveryMs = limits.requests.claimMs / 3

/** The claim that has not expired, if any. */
export function currentClaim({ claim: stored }: Pick<QueueRequest, 'claim'>, nowMs: number): Claim | null {
  return stored !== null && Date.parse(stored.until) > nowMs ? stored : null
}

type ClaimCommand = 'claim' | 'take over' | 'release'

/** Sends a claim command. Only a failed takeover shows a toast, because a claim is a hint. */
function sendCommand(what: ClaimCommand, id: string, epoch: number) {
  return async (dispatch: AppDispatch): Promise<void> => {
    if (what === 'release') await dispatch(release.initiate({ id }, { track: false }))
    else {
      const takeOver = what === 'take over'
      const { error } = await dispatch(claim.initiate({ id, takeOver }, { track: false }))
      if (error && takeOver) dispatch(showToastIn(epoch, 'bad', 'Action failed', errorDetail(asCallError(error))))
    }
  }
}

interface Claimer {
  /** Claims a request. A claim expires by itself. */
  claim: (id: string) => void
  /** Renews the own claim before it expires. */
  renew: (id: string) => void
  /** Takes a claim over from another admin, who sees this at once. */
  takeOver: (id: string) => void
  /** Releases a request that was claimed here. */
  leave: (id: string) => void
}

/** Sends claim commands one after the other, so that they arrive in order. The end of the session drops waiting commands. */
function claimer(dispatch: AppDispatch): Claimer {
  const epochNow = (_: AppDispatch, getState: () => RootState): number => epochOf({ getState }).epoch
  const claimed = new Set<string>()
  let last = Promise.resolve()
  const enqueue = (what: ClaimCommand, id: string): void => {
    const began = dispatch(epochNow)
    last = last.then(() => (dispatch(epochNow) === began ? dispatch(sendCommand(what, id, began)) : undefined))
  }
  return {
    claim: (id) => {
      claimed.add(id)
      enqueue('claim', id)
    },
    renew: (id) => {
      if (claimed.has(id)) enqueue('claim', id)
    },
    takeOver: (id) => {
      claimed.add(id)
      enqueue('take over', id)
    },
    leave: (id) => {
      if (claimed.delete(id)) enqueue('release', id)
    },
  }
}

/**
 * Keeps the claim of the open request, and releases it when another request is opened or nothing is left to decide (null).
 * The caller claims at the first key or click of a decision. A request that this admin is paying (`isPaid`) is claimed at
 * once, because the claim renews its payout. After a failure the admin can still decide.
 */
export function useClaim(id: string | null, isPaid: boolean, nowMs: number): Claimer {
  const dispatch = useAppDispatch()
  const [own] = useState(() => claimer(dispatch))
  useEffect(() => {
    if (id === null) return
    return () => own.leave(id)
  }, [own, id])
  useEffect(() => {
    if (id !== null && isPaid) own.claim(id)
  }, [own, id, isPaid])
  const period = Math.floor(nowMs / renewEveryMs)
  useEffect(() => {
    if (id !== null) own.renew(id)
  }, [own, id, period])
  return own
}
