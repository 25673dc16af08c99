import { readJson } from '@kismet/app-kit/session/kept-session.ts'
import { z } from 'zod'
import type { InstantGame, PlainInput } from './instant-games.ts'
import { isPlayInput } from './instant-games.ts'
import type { Intent } from './play-once.ts'

/** A bet that was sent and of which this tab has no answer yet. */
export interface OpenBet<G extends InstantGame> {
  readonly intent: Intent<PlainInput<G>>
  readonly stakePaise: number
}

const Kept = z.object({
  playerId: z.string(),
  idempotencyKey: z.string(),
  input: z.unknown(),
  stakePaise: z.int(),
  madeAtMs: z.int(),
})

/** A bet of longer ago is not sent again: nobody waits for it any more. */
const oldAfterMs = 20 * 60_000

const keyOf = (game: InstantGame): string => `openBet:${game}`
const readKept = (game: InstantGame): z.output<typeof Kept> | null =>
  readJson(Kept, sessionStorage.getItem(keyOf(game)))

/** Keeps a bet for the case that the page is loaded again before its answer comes; in this tab alone, and with its player's name (docs/internals/decisions/0010). */
export function keepOpenBet<G extends InstantGame>(
  game: G,
  playerId: string,
  { intent, stakePaise }: OpenBet<G>,
): void {
  const { idempotencyKey, input } = intent
  const bet: z.input<typeof Kept> = { playerId, idempotencyKey, input, stakePaise, madeAtMs: Date.now() }
  sessionStorage.setItem(keyOf(game), JSON.stringify(bet))
}

/** The open bet of this player in this tab; what another has left there is not looked at. */
export function readOpenBet<G extends InstantGame>(
  game: G,
  playerId: string | null,
): (OpenBet<G> & { readonly isOld: boolean }) | null {
  const kept = playerId === null ? null : readKept(game)
  if (kept?.playerId !== playerId || !isPlayInput(game, kept.input)) return null
  const { idempotencyKey, input, stakePaise, madeAtMs } = kept
  const ageMs = Date.now() - madeAtMs
  // Only what was played here was kept here, with all its seeds.
  const intent = { idempotencyKey, input } as unknown as Intent<PlainInput<G>>
  return { intent, stakePaise, isOld: ageMs < 0 || ageMs > oldAfterMs }
}

/** Whether the bet of this intent is still without an answer. */
export function isBetOpen(game: InstantGame, { idempotencyKey }: Pick<Intent<object>, 'idempotencyKey'>): boolean {
  return readKept(game)?.idempotencyKey === idempotencyKey
}

/** It is known what became of the bet of this intent, or it is given up. */
export function forgetOpenBet(game: InstantGame, intent: Pick<Intent<object>, 'idempotencyKey'>): void {
  if (isBetOpen(game, intent)) sessionStorage.removeItem(keyOf(game))
}
