import { socketEvents } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { addListener, createAction, removeListener } from '@reduxjs/toolkit'
import type { Dispatch } from '@reduxjs/toolkit'
import type { z } from 'zod'
import type { QueueRequest } from './request.ts'

type ClaimUpdate = z.output<typeof socketEvents.claimUpdate.payload>
type Claimed = Pick<QueueRequest, '_id'> & { claim: QueueRequest['claim'] }

/** A claim started or ended. */
export const claimUpdated = createAction<ClaimUpdate>('claims/heard')

interface Cached<Data> {
  readonly dispatch: Dispatch
  readonly getCacheEntry: () => { readonly data?: unknown }
  readonly updateCachedData: (write: (data: Data) => void) => unknown
}

/** The lifecycle callbacks of a query that apply claim updates. */
interface ClaimUpdateCallbacks<Data> {
  readonly onCacheEntryAdded: (
    _: unknown,
    cached: Cached<Data> & { readonly cacheEntryRemoved: Promise<void> },
  ) => Promise<void>
  readonly onQueryStarted: (
    _: unknown,
    read: Cached<Data> & { readonly queryFulfilled: PromiseLike<unknown> },
  ) => Promise<void>
}

/**
 * Writes claim updates into the cached rows of a query. A refetch for each claim would cost too much.
 * @param requestsOf the requests in an answer
 */
export function withClaimUpdates<Data>(
  kind: RequestKind,
  requestsOf: (data: Data) => readonly (Claimed | null)[],
): ClaimUpdateCallbacks<Data> {
  const listen = ({ dispatch }: Cached<Data>, take: (told: ClaimUpdate) => unknown): (() => void) => {
    const listener = {
      actionCreator: claimUpdated,
      effect: ({ payload }: ReturnType<typeof claimUpdated>): void => {
        if (payload.kind === kind) take(payload)
      },
    }
    dispatch(addListener(listener))
    return () => dispatch(removeListener(listener))
  }
  /** The last update is the newest. */
  const write = ({ getCacheEntry, updateCachedData }: Cached<Data>, claims: readonly ClaimUpdate[]): void => {
    if (claims.length === 0 || getCacheEntry().data === undefined) return
    const byId = new Map(claims.map(({ _id, claim }) => [_id, claim]))
    updateCachedData((data) => {
      for (const request of requestsOf(data)) {
        const claim = request && byId.get(request._id)
        if (request && claim !== undefined) request.claim = claim
      }
    })
  }
  return {
    onCacheEntryAdded: async (_, cached) => {
      const stop = listen(cached, (update) => write(cached, [update]))
      await cached.cacheEntryRemoved
      stop()
    },
    onQueryStarted: async (_, read) => {
      // An update that arrives during the read can be newer than the answer.
      const meanwhile: ClaimUpdate[] = []
      const stop = listen(read, (update) => meanwhile.push(update))
      try {
        await read.queryFulfilled
      } catch {
        // The rows of the last answer stay.
      }
      stop()
      write(read, meanwhile)
    },
  }
}
