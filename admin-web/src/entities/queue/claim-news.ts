import { socketEvents } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { addListener, createAction, removeListener } from '@reduxjs/toolkit'
import type { Dispatch } from '@reduxjs/toolkit'
import type { z } from 'zod'
import type { QueueRequest } from './request.ts'

type Told = z.output<typeof socketEvents.claimUpdate.payload>
type Claimed = Pick<QueueRequest, '_id'> & { claim: QueueRequest['claim'] }

/** A claim was made or has ended. */
export const claimHeard = createAction<Told>('claims/heard')

interface Cached<Data> {
  readonly dispatch: Dispatch
  readonly getCacheEntry: () => { readonly data?: unknown }
  readonly updateCachedData: (write: (data: Data) => void) => unknown
}

/** Two parts of a query. */
interface KeepsClaims<Data> {
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
 * Writes claims into the rows of a query as they are heard. Such a query costs too much to be read again for each claim.
 * @param requestsOf the requests in an answer
 */
export function keepClaims<Data>(
  kind: RequestKind,
  requestsOf: (data: Data) => readonly (Claimed | null)[],
): KeepsClaims<Data> {
  const hear = ({ dispatch }: Cached<Data>, take: (told: Told) => unknown): (() => void) => {
    const hearing = {
      actionCreator: claimHeard,
      effect: ({ payload }: ReturnType<typeof claimHeard>): void => {
        if (payload.kind === kind) take(payload)
      },
    }
    dispatch(addListener(hearing))
    return () => dispatch(removeListener(hearing))
  }
  /** The newest claim is the last. */
  const write = ({ getCacheEntry, updateCachedData }: Cached<Data>, claims: readonly Told[]): void => {
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
      const stop = hear(cached, (told) => write(cached, [told]))
      await cached.cacheEntryRemoved
      stop()
    },
    onQueryStarted: async (_, read) => {
      // A claim that is heard during the read is newer than the answer may be.
      const meanwhile: Told[] = []
      const stop = hear(read, (told) => meanwhile.push(told))
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
