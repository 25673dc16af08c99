import { Hex64 } from '@kismet/contracts'
import type { z } from 'zod'
import type { RandomBytes } from '@kismet/fairness'
import { freshClientSeed } from '@kismet/fairness'
import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, firstWaitsMs, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { isOutcomeUnknown, unanswered, leavesOpen } from '@kismet/app-kit/call-error.ts'
import { newIdempotencyKey, randomBytes } from '@kismet/app-kit/random.ts'
import { t } from '@lingui/core/macro'
import type { Said } from '../../core/said.ts'
import type { NextPlay } from '../fair-play/play.ts'

/** The seeds in the request of a play. */
interface Seeds {
  clientSeed: string
  serverSeedHash: z.output<typeof Hex64>
}

/** One play of the player. Each retry has the same key and the same seeds, so that the play counts once. */
export interface Intent<Plain extends object> {
  idempotencyKey: string
  input: Plain & Seeds
}

/** The result of a play. `says` is a text that says more than the error. */
export type PlayOutcome<Plain extends object, Answer> =
  | { answer: Answer }
  | { error: CallError; unresolved: Intent<Plain> | null; says?: Said }

/** How a play reaches the server. */
interface PlayCalls<Plain extends object, Answer> {
  /** The commitment as the player sees it; `fresh` asks the server again. */
  readCommitment: (fresh: boolean) => Promise<Sent<NextPlay>>
  send: (intent: Intent<Plain>) => Promise<Sent<Answer>>
}

/** What a play needs of the world. */
export interface PlayWorld<Plain extends object, Answer> extends PlayCalls<Plain, Answer> {
  wait: (delayMs: number) => Promise<void>
  randomBytes: RandomBytes
  newKey: () => string
}

/** The world of a page: real time and real chance. */
export function pageWorld<Plain extends object, Answer>(calls: PlayCalls<Plain, Answer>): PlayWorld<Plain, Answer> {
  return { ...calls, wait: waitFor, randomBytes, newKey: newIdempotencyKey }
}

const longestWaitMs = 5_000

/**
 * Makes the intent with a client seed that is drawn after the commitment was shown (docs/spec/amendments.md, section 2).
 * The intent includes the commitment, so that the server refuses another commitment.
 */
function makeIntent<Plain extends object>(
  plain: Plain,
  next: NextPlay,
  random: Pick<PlayWorld<Plain, never>, 'randomBytes' | 'newKey'>,
): Intent<Plain> {
  return {
    idempotencyKey: random.newKey(),
    input: {
      ...plain,
      clientSeed: freshClientSeed(next.clientSeed, random.randomBytes),
      serverSeedHash: Hex64.parse(next.serverSeedHash),
    },
  }
}

/** Whether an earlier intent with an unknown outcome is the same bet. Then the earlier intent is retried, so that one bet counts. */
export function isSameBet<Plain extends object>(intent: Intent<Plain> | null, plain: Plain): intent is Intent<Plain> {
  const sent = new Map<string, unknown>(Object.entries(intent?.input ?? {}))
  return Object.entries(plain).every(([name, value]) => sent.has(name) && sent.get(name) === value)
}

/**
 * Plays once. Without an answer, or after 'too many requests', it retries the same intent. If another tab has used the
 * commitment, no bet was booked: then it reads the next commitment and makes a new intent, once.
 */
export async function playOnce<Plain extends object, Answer>(
  plain: Plain,
  unresolved: Intent<Plain> | null,
  world: PlayWorld<Plain, Answer>,
): Promise<PlayOutcome<Plain, Answer>> {
  let renewed = false
  let intent = isSameBet(unresolved, plain) ? unresolved : null
  // True if the bet may have been booked: then only an answer to this intent can deny it.
  let isOpen = intent !== null
  for (let resent = 0; ;) {
    if (!intent) {
      const commitment = await world.readCommitment(renewed)
      if ('error' in commitment) return { error: commitment.error, unresolved: null }
      intent = makeIntent(plain, commitment.data, world)
    }
    const sent = await world.send(intent)
    if ('data' in sent) return { answer: sent.data }
    const { error } = sent
    if (error.code === 'commitment_changed' && !renewed) {
      renewed = true
      isOpen = false
      intent = null
      continue
    }
    isOpen = isOutcomeUnknown(error) || (isOpen && leavesOpen(error))
    const waitMs = resendDelayMs(error, resent)
    if (waitMs === null) return { error, unresolved: isOpen ? intent : null }
    resent += 1
    await world.wait(waitMs)
  }
}

/** Retries an intent until its outcome is known (`askUntilKnown`). The idempotency key prevents a second bet. */
export async function checkIntent<Plain extends object, Answer>(
  intent: Intent<Plain>,
  world: Pick<PlayWorld<Plain, Answer>, 'send' | 'wait'>,
): Promise<PlayOutcome<Plain, Answer>> {
  const known = await askUntilKnown({ ask: () => world.send(intent), wait: world.wait })
  if ('data' in known) return { answer: known.data }
  if (!known.isOpen) return { error: known.error, unresolved: null }
  return givenUp(intent)
}

/** Plays once, and checks the intent if its outcome is unknown. `missing` hears that an answer is missing, and that the check is over. */
export async function playUntilKnown<Plain extends object, Answer>(
  plain: Plain,
  unresolved: Intent<Plain> | null,
  world: PlayWorld<Plain, Answer>,
  missing?: (change: 1 | -1) => void,
): Promise<PlayOutcome<Plain, Answer>> {
  const outcome = await playOnce(plain, unresolved, world)
  if ('answer' in outcome || !outcome.unresolved || !leavesOpen(outcome.error)) return outcome
  missing?.(1)
  const checked = await checkIntent(outcome.unresolved, world)
  missing?.(-1)
  return checked
}

/** The result of an intent whose outcome stays unknown. */
export function givenUp<Plain extends object>(
  intent: Intent<Plain>,
): { error: CallError; unresolved: Intent<Plain>; says: Said } {
  const says = (): string => t`We could not check your last bet. If it was placed, it appears in My bets.`
  return { error: unanswered('malformed'), unresolved: intent, says }
}

function resendDelayMs(error: CallError, resent: number): number | null {
  const backOffMs = firstWaitsMs[resent]
  if (backOffMs === undefined) return null
  if (isOutcomeUnknown(error)) return backOffMs
  if (error.status !== 429) return null
  const askedMs = (error.retryAfterSeconds ?? 1) * 1_000
  return askedMs <= longestWaitMs ? askedMs : null
}
