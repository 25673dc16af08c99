import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { Claim } from '@kismet/contracts'
import { claimRequest, limits, releaseRequest } from '@kismet/contracts'
import { useEffect, useState } from 'react'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import { showNoticeIn } from '../notices/use-show-notice.ts'
import { fromContract } from '../session/from-contract.ts'
import { epochOf } from '../session/session-slice.ts'
import type { QueueRequest } from './request.ts'

const claimsApi = api.injectEndpoints({
  endpoints: (build) => ({
    claimRequest: build.mutation({
      ...fromContract(claimRequest),
      // One's own claim comes back as news, like everybody's. Who was first is not waited for.
      invalidatesTags: (answer, _, { takeOver }) => (takeOver || answer?.isMine === false ? ['Claims'] : []),
    }),
    releaseRequest: build.mutation(fromContract(releaseRequest)),
  }),
})

const { claimRequest: claim, releaseRequest: release } = claimsApi.endpoints

/** Who goes through the list with J touches many requests and handles none of them. */
const meantAfterMs = 300
/** Two renewals may be lost before a claim expires. */
const renewEveryMs = limits.requests.claimMs / 3

/** The claim that stands now, if any. */
export function standingClaim({ claim: stored }: Pick<QueueRequest, 'claim'>, nowMs: number): Claim | null {
  return stored !== null && Date.parse(stored.until) > nowMs ? stored : null
}

type Saying = 'claim' | 'take over' | 'release'

/** Says something of a request. Of a claim that does not come through nothing is told: it is a hint. */
function say(what: Saying, id: string, epoch: number) {
  return async (dispatch: AppDispatch): Promise<void> => {
    if (what === 'release') await dispatch(release.initiate({ id }, { track: false }))
    else {
      const takeOver = what === 'take over'
      const { error } = await dispatch(claim.initiate({ id, takeOver }, { track: false }))
      if (error && takeOver) dispatch(showNoticeIn(epoch, 'bad', 'Action failed', errorDetail(asCallError(error))))
    }
  }
}

interface Claimer {
  /** Says that one looks at a request, or does so still: a claim ends by itself. */
  claim: (id: string) => void
  /** Renews a claim of this admin, which would expire. */
  renew: (id: string) => void
  /** From another admin, who sees it at once. */
  takeOver: (id: string) => void
  /** Lets go of a request that was claimed here. */
  leave: (id: string) => void
}

/** Says one thing after the other, so that they arrive in their order, and nothing in the name of whoever logs in next. */
function claimer(dispatch: AppDispatch): Claimer {
  const epochNow = (_: AppDispatch, getState: () => RootState): number => epochOf({ getState }).epoch
  const claimed = new Set<string>()
  let last = Promise.resolve()
  const speak = (what: Saying, id: string): void => {
    const began = dispatch(epochNow)
    last = last.then(() => (dispatch(epochNow) === began ? dispatch(say(what, id, began)) : undefined))
  }
  return {
    claim: (id) => {
      claimed.add(id)
      speak('claim', id)
    },
    renew: (id) => {
      if (claimed.has(id)) speak('claim', id)
    },
    takeOver: (id) => {
      claimed.add(id)
      speak('take over', id)
    },
    leave: (id) => {
      if (claimed.delete(id)) speak('release', id)
    },
  }
}

/**
 * Claims a request while it is open, and releases it when another request is opened or nothing is left to decide (null). The
 * claim is renewed, because two admins must not pay one withdrawal. After a failure the admin can still decide.
 */
export function useClaim(id: string | null, nowMs: number): Claimer {
  const dispatch = useAppDispatch()
  const [own] = useState(() => claimer(dispatch))
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => own.claim(id), meantAfterMs)
    return () => {
      clearTimeout(timer)
      own.leave(id)
    }
  }, [own, id])
  const period = Math.floor(nowMs / renewEveryMs)
  useEffect(() => {
    if (id !== null) own.renew(id)
  }, [own, id, period])
  return own
}
