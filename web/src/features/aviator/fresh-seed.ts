import { newIdempotencyKey, randomBytes } from '@kismet/app-kit/random.ts'
import { freshClientSeed, isOwnClientSeed } from '@kismet/fairness'
import type { RootState } from '../../core/store.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'

/** The player's client seed, as in the other games. The browser makes a seed until the client seed is known. */
export function freshSeed(state: RootState): string {
  const { data } = aviatorBetsApi.endpoints.getOwnSeed.select({})(state)
  return freshClientSeed(data && isOwnClientSeed(data.clientSeed) ? data.clientSeed : newIdempotencyKey(), randomBytes)
}
