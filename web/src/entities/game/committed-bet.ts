import { Hex64 } from '@kismet/contracts'
import { freshClientSeed } from '@kismet/fairness'
import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { firstWaitsMs, waitFor } from '@kismet/app-kit/retry-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { isOutcomeUnknown, leavesOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import { randomBytes } from '@kismet/app-kit/random.ts'
import { t } from '@lingui/core/macro'
import type { z } from 'zod'
import type { NextPlay } from '../fair-play/play.ts'

/** The seeds in the request of a bet. */
export interface Seeds {
  clientSeed: string
  serverSeedHash: z.output<typeof Hex64>
}

/** How a bet on a commitment is made. */
interface Betting<T> {
  /** The commitment as the player sees it; `fresh` asks the server again. */
  readonly readCommitment: (fresh: boolean) => Promise<OrderAnswer<NextPlay>>
  readonly order: (seeds: Seeds) => Promise<OrderOutcome<T> | null>
  /** Whether the page still waits for the first answer. */
  readonly isFirst: () => boolean
}

/**
 * Makes a client seed after the commitment was shown (docs/spec/amendments.md, section 2), and orders the bet. The order
 * includes the commitment, so that the server refuses another commitment. If another tab has used the commitment, no bet
 * was booked: then it reads the next commitment and orders once more.
 */
export async function betOnCommitment<T>(betting: Betting<T>, fresh = false): Promise<OrderOutcome<T> | null> {
  const { readCommitment, order, isFirst } = betting
  const read = await readCommitment(fresh)
  if ('error' in read) return { is: 'refused', error: read.error }
  const { data: next } = read
  const clientSeed = freshClientSeed(next.clientSeed, randomBytes)
  const ended = await order({ clientSeed, serverSeedHash: Hex64.parse(next.serverSeedHash) })
  const isUsedUp = ended?.is === 'refused' && ended.error.code === 'commitment_changed'
  return isUsedUp && !fresh && isFirst() ? betOnCommitment(betting, true) : ended
}

/**
 * Sends a bet, and sends the same bet up to three times more after 'too many requests' or without an answer. @returns the
 * answer, a refusal of this bet, or the first lost answer
 */
export async function sendPatiently<T>(send: () => Promise<OrderAnswer<T>>): Promise<OrderAnswer<T>> {
  let lost: OrderAnswer<T> | null = null
  for (let resent = 0; ; resent += 1) {
    const sent = await send()
    if ('data' in sent || !leavesOutcomeUnknown(sent.error)) return sent
    if (isOutcomeUnknown(sent.error)) lost ??= sent
    const waitMs = resendDelayMs(sent.error, resent)
    if (waitMs === null) return lost ?? sent
    await waitFor(waitMs)
  }
}

const longestWaitMs = 5_000

function resendDelayMs(error: CallError, resent: number): number | null {
  const backOffMs = firstWaitsMs[resent]
  if (backOffMs === undefined) return null
  if (isOutcomeUnknown(error)) return backOffMs
  if (error.status !== 429) return null
  const askedMs = (error.retryAfterSeconds ?? 1) * 1_000
  return askedMs <= longestWaitMs ? askedMs : null
}

/** The text about a bet whose outcome stays unknown. */
export const unknownBetText = (): string =>
  t`We could not check your last bet. If it was placed, it appears in My bets.`

/** The text while the outcome of a bet is checked. */
export const betCheckedText = (): string =>
  t`Checking whether your last bet was placed. Your balance is safe. You can bet again after the check.`
