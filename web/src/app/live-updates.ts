import type { Bind, JoinLive } from '@kismet/app-kit/live-connection.ts'
import { liveConnection } from '@kismet/app-kit/live-connection.ts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { tokenOf } from './from-contract.ts'

/** The live connection of a player; a test puts its own in place. */
export const live: { join: JoinLive } = { join: liveConnection('/') }

interface CacheEntryLife {
  cacheEntryRemoved: Promise<void>
  getState: BaseQueryApi['getState']
}

/**
 * For `onCacheEntryAdded`: listens on the player's connection while an answer is in the cache. Each listener is bound anew where
 * a new session starts, because the cache is emptied with the old one.
 */
export async function whileCached(life: CacheEntryLife, bind: Bind): Promise<void> {
  const token = tokenOf(life)
  if (token === null) return
  const leave = live.join(token, bind)
  await life.cacheEntryRemoved
  leave()
}
