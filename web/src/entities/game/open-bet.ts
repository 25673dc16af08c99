import { readJson } from '@kismet/app-kit/session/kept-session.ts'
import { z } from 'zod'
import type { InstantGame, PlainInput } from './instant-games.ts'
import { isPlayInput } from './instant-games.ts'
import type { Intent } from './play-once.ts'

/** A bet that was sent and has no answer in this tab yet. */
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

/** An older bet is not sent again, because its player does not wait for it any more. */
const oldAfterMs = 20 * 60_000

const keyOf = (game: InstantGame): string => `openBet:${game}`
const readKept = (game: InstantGame): z.output<typeof Kept> | null =>
  readJson(Kept, sessionStorage.getItem(keyOf(game)))

/** Stores a bet until its answer, for a reload of the page: only in this tab, with its player's id (docs/internals/decisions/0010). */
export function keepOpenBet<G extends InstantGame>(
  game: G,
  playerId: string,
  { intent, stakePaise }: OpenBet<G>,
): void {
  const { idempotencyKey, input } = intent
  const bet: z.input<typeof Kept> = { playerId, idempotencyKey, input, stakePaise, madeAtMs: Date.now() }
  sessionStorage.setItem(keyOf(game), JSON.stringify(bet))
}

/** The open bet of this player in this tab. A stored bet of another player is ignored. */
export function readOpenBet<G extends InstantGame>(
  game: G,
  playerId: string | null,
): (OpenBet<G> & { readonly isOld: boolean }) | null {
  const kept = playerId === null ? null : readKept(game)
  if (kept?.playerId !== playerId || !isPlayInput(game, kept.input)) return null
  const { idempotencyKey, input, stakePaise, madeAtMs } = kept
  const ageMs = Date.now() - madeAtMs
  // `keepOpenBet` is the only writer, and stores the input with all its seeds.
  const intent = { idempotencyKey, input } as unknown as Intent<PlainInput<G>>
  return { intent, stakePaise, isOld: ageMs < 0 || ageMs > oldAfterMs }
}

/** Whether the bet of this intent is still without an answer. */
export function isBetOpen(game: InstantGame, { idempotencyKey }: Pick<Intent<object>, 'idempotencyKey'>): boolean {
  return readKept(game)?.idempotencyKey === idempotencyKey
}

/** Removes the stored bet of this intent, after its answer or the end of its checks. */
export function forgetOpenBet(game: InstantGame, intent: Pick<Intent<object>, 'idempotencyKey'>): void {
  if (isBetOpen(game, intent)) sessionStorage.removeItem(keyOf(game))
}
