import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { tokenOf } from './from-contract.ts'
import type { Bind } from './socket/player-socket.ts'
import { joinSocket } from './socket/player-socket.ts'

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
  const leave = joinSocket(token, bind)
  await life.cacheEntryRemoved
  leave()
}
