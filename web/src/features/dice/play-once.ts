import type { Input, Output } from '@kismet/contracts'
import { Hex64, paise, playDice } from '@kismet/contracts'
import type { RandomBytes } from '@kismet/fairness'
import { freshClientSeed } from '@kismet/fairness'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { NextPlay } from '../../app/fair-play/play.ts'
import type { DiceBet } from './dice-bet.ts'

/** How a play came out; `replayed`: it had been played before, and this is its first answer again. */
export type DiceAnswer = Output<typeof playDice> & { replayed: boolean }

/** One play that the player meant: whatever happens on the way, it is sent with the same key and the same seeds. */
export interface DiceIntent {
  idempotencyKey: string
  input: Input<typeof playDice>
}

export type PlayOutcome = { answer: DiceAnswer } | { error: CallError; unresolved: DiceIntent | null }

/** What a play needs of the world. */
export interface PlayDependencies {
  /** The commitment as the player sees it; `fresh` asks the server again. */
  readCommitment: (fresh: boolean) => Promise<{ data: NextPlay } | { error: CallError }>
  send: (intent: DiceIntent) => Promise<{ data: DiceAnswer } | { error: CallError }>
  wait: (delayMs: number) => Promise<void>
  randomBytes: RandomBytes
  newKey: () => string
}

const resendAfterMs = [1_000, 2_000, 4_000]
const longestWaitMs = 5_000

/**
 * Makes the intent: a client seed that did not exist before the commitment was seen (docs/decisions.md, section 2), and the
 * commitment itself, so that another one is refused.
 */
function makeIntent(
  bet: DiceBet,
  next: NextPlay,
  random: Pick<PlayDependencies, 'randomBytes' | 'newKey'>,
): DiceIntent {
  return {
    idempotencyKey: random.newKey(),
    input: {
      betAmount: paise(bet.stakePaise),
      rollOver: bet.rollOverHundredths / 100,
      clientSeed: freshClientSeed(next.clientSeed, random.randomBytes),
      serverSeedHash: Hex64.parse(next.serverSeedHash),
    },
  }
}

/** Whether an earlier intent, of which nobody knows what became, is the same bet: then it is sent again instead of a second one. */
export function isSameBet(intent: DiceIntent | null, bet: DiceBet): intent is DiceIntent {
  if (!intent) return false
  return intent.input.betAmount === bet.stakePaise && Math.round(intent.input.rollOver * 100) === bet.rollOverHundredths
}

/**
 * Plays once. Where no answer comes, or 'too many requests', the same intent goes out again; a commitment that another tab has
 * used up is read again and the play is made anew, once, because nothing was booked.
 */
export async function playOnce(
  bet: DiceBet,
  unresolved: DiceIntent | null,
  world: PlayDependencies,
): Promise<PlayOutcome> {
  let renewed = false
  let intent = isSameBet(unresolved, bet) ? unresolved : null
  for (let resent = 0; ;) {
    if (!intent) {
      const commitment = await world.readCommitment(renewed)
      if ('error' in commitment) return { error: commitment.error, unresolved: null }
      intent = makeIntent(bet, commitment.data, world)
    }
    const sent = await world.send(intent)
    if ('data' in sent) return { answer: sent.data }
    const { error } = sent
    if (error.code === 'commitment_changed' && !renewed) {
      renewed = true
      intent = null
      continue
    }
    const waitMs = resendDelayMs(error, resent)
    if (waitMs === null) return { error, unresolved: isOutcomeUnknown(error) ? intent : null }
    resent += 1
    await world.wait(waitMs)
  }
}

function resendDelayMs(error: CallError, resent: number): number | null {
  const backOffMs = resendAfterMs[resent]
  if (backOffMs === undefined) return null
  if (isOutcomeUnknown(error)) return backOffMs
  if (error.status !== 429) return null
  const askedMs = (error.retryAfterSeconds ?? 1) * 1_000
  return askedMs <= longestWaitMs ? askedMs : null
}
