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

/** Each player of this tab has an own entry: the bet of one does not replace the bet of another. */
const keyOf = (game: InstantGame, playerId: string): string => `openBet:${game}:${playerId}`
const readKept = (key: string): z.output<typeof Kept> | null => readJson(Kept, sessionStorage.getItem(key))
/** Where the bet of this intent is stored. */
const keyOfIntent = (game: InstantGame, { idempotencyKey }: Pick<Intent<object>, 'idempotencyKey'>) =>
  Object.keys(sessionStorage).find(
    (key) => key.startsWith(keyOf(game, '')) && readKept(key)?.idempotencyKey === idempotencyKey,
  )

/** Stores a bet until its answer, for a reload of the page: only in this tab, with its player's id (docs/internals/decisions/0010). */
export function keepOpenBet<G extends InstantGame>(
  game: G,
  playerId: string,
  { intent, stakePaise }: OpenBet<G>,
): void {
  const { idempotencyKey, input } = intent
  const bet: z.input<typeof Kept> = { playerId, idempotencyKey, input, stakePaise, madeAtMs: Date.now() }
  sessionStorage.setItem(keyOf(game, playerId), JSON.stringify(bet))
}

/** The open bet of this player in this tab. A stored bet of another player is ignored. */
export function readOpenBet<G extends InstantGame>(
  game: G,
  playerId: string | null,
): (OpenBet<G> & { readonly isOld: boolean }) | null {
  const kept = playerId === null ? null : readKept(keyOf(game, playerId))
  if (kept?.playerId !== playerId || !isPlayInput(game, kept.input)) return null
  const { idempotencyKey, input, stakePaise, madeAtMs } = kept
  const ageMs = Date.now() - madeAtMs
  // `keepOpenBet` is the only writer, and stores the input with all its seeds.
  const intent = { idempotencyKey, input } as unknown as Intent<PlainInput<G>>
  return { intent, stakePaise, isOld: ageMs < 0 || ageMs > oldAfterMs }
}

/** Whether the bet of this intent is still without an answer. */
export function isBetOpen(game: InstantGame, intent: Pick<Intent<object>, 'idempotencyKey'>): boolean {
  return keyOfIntent(game, intent) !== undefined
}

/** Removes the stored bet of this intent, after its answer or the end of its checks. */
export function forgetOpenBet(game: InstantGame, intent: Pick<Intent<object>, 'idempotencyKey'>): void {
  const key = keyOfIntent(game, intent)
  if (key !== undefined) sessionStorage.removeItem(key)
}
