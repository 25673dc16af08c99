import { Hex64 } from '@kismet/contracts'
import type { z } from 'zod'
import type { RandomBytes } from '@kismet/fairness'
import { freshClientSeed } from '@kismet/fairness'
import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, firstWaitsMs } from '@kismet/app-kit/ask-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { isOutcomeUnknown, unanswered, leavesOpen } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import type { Said } from '../../core/said.ts'
import type { NextPlay } from '../fair-play/play.ts'

/** The seeds that a play is sent with. */
interface Seeds {
  clientSeed: string
  serverSeedHash: z.output<typeof Hex64>
}

/** One play that the player meant: whatever happens on the way, it is sent with the same key and the same seeds. */
export interface Intent<Plain extends object> {
  idempotencyKey: string
  input: Plain & Seeds
}

/** What became of a play; `says` is more than its error does. */
export type PlayOutcome<Plain extends object, Answer> =
  { answer: Answer } | { error: CallError; unresolved: Intent<Plain> | null; says?: Said }

/** What a play needs of the world. */
export interface PlayWorld<Plain extends object, Answer> {
  /** The commitment as the player sees it; `fresh` asks the server again. */
  readCommitment: (fresh: boolean) => Promise<Sent<NextPlay>>
  send: (intent: Intent<Plain>) => Promise<Sent<Answer>>
  wait: (delayMs: number) => Promise<void>
  randomBytes: RandomBytes
  newKey: () => string
}

const longestWaitMs = 5_000

/**
 * Makes the intent: a client seed that did not exist before the commitment was seen (docs/spec/amendments.md, section 2), and the
 * commitment itself, so that another one is refused.
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

/** Whether an earlier intent, of which nobody knows what became, is the same bet: then it is sent again instead of a second one. */
export function isSameBet<Plain extends object>(intent: Intent<Plain> | null, plain: Plain): intent is Intent<Plain> {
  const sent = new Map<string, unknown>(Object.entries(intent?.input ?? {}))
  return Object.entries(plain).every(([name, value]) => sent.has(name) && sent.get(name) === value)
}

/**
 * Plays once. Where no answer comes, or 'too many requests', the same intent goes out again; a commitment that another tab has
 * used up is read again and the play is made anew, once, because nothing was booked.
 */
export async function playOnce<Plain extends object, Answer>(
  plain: Plain,
  unresolved: Intent<Plain> | null,
  world: PlayWorld<Plain, Answer>,
): Promise<PlayOutcome<Plain, Answer>> {
  let renewed = false
  let intent = isSameBet(unresolved, plain) ? unresolved : null
  // Whether it may count already, so that only an answer to itself can say that it does not.
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

/** Goes on asking what became of an intent (`askUntilKnown`): sent again, the same one books nothing twice. */
export async function checkIntent<Plain extends object, Answer>(
  intent: Intent<Plain>,
  world: Pick<PlayWorld<Plain, Answer>, 'send' | 'wait'>,
): Promise<PlayOutcome<Plain, Answer>> {
  const known = await askUntilKnown({ ask: () => world.send(intent), wait: world.wait })
  if ('data' in known) return { answer: known.data }
  if (!known.isOpen) return { error: known.error, unresolved: null }
  return givenUp(intent)
}

/** Nobody could find out what became of an intent. */
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
