import { betMadeAtMs, bookPlayView, Id, paise } from '@kismet/contracts'
import type { PlayReplay, ReplayStep } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import { findPlay } from './db/ended-plays.ts'
import { findLasting } from './db/lasting.ts'
import { findUnderWay } from './db/seats.ts'
import { shownProof } from './ended.ts'
import { isLasting } from './game.ts'
import { gameOfPlay } from './house.ts'
import type { House } from './house.ts'
import type { BegunPlay, LastingPlay, SettledPlay } from './plays.ts'

/** Who asks: the action is booked under their name. */
interface ReplayCall {
  readonly input: { readonly betId: string }
  readonly meta: { readonly requestId: string; readonly token?: string | undefined; readonly ip?: string | undefined }
}

/**
 * A bet for admins. The view is written to the audit log first. A bet in progress shows no seed,
 * and no result that is decided but not booked.
 * @throws Refusal `not_found` for unknown and refused bets; `unavailable` when the audit log cannot
 * be written
 */
export async function replayOf(house: House, { input: { betId }, meta }: ReplayCall): Promise<PlayReplay> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found')
  // In this order: a bet that ends between the two reads is found by the second.
  const underWay = await findUnderWay(house.db, betId)
  const ended = await findPlay(house.db, betId)
  const play = ended ?? underWay
  if (play === undefined) throw new Refusal('not_found')
  const { requestId, token, ip } = meta
  await house.bus.call(bookPlayView, { betId }, { requestId, token, ip })
  const lasting = house.games.some(isLasting) ? await findLasting(house.db, betId) : undefined
  return ended === undefined ? openReplay(house, play, lasting) : endedReplay(house, ended, lasting)
}

const step = (name: ReplayStep['step'], atMs: number, more: Partial<ReplayStep> = {}): ReplayStep => ({
  ...{ step: name, at: isoTime(atMs), tile: null, by: null },
  ...more,
})

/** What its player has done, as they know it themselves. */
function stepsOf(betId: string, lasting: LastingPlay | undefined): ReplayStep[] {
  const placed = step('placed', betMadeAtMs(betId))
  if (lasting === undefined) return [placed]
  const tiles = lasting.steps.map((taken) =>
    step('tile', taken.atMs, { tile: typeof taken.step === 'number' ? taken.step : null }),
  )
  return [placed, step('opened', lasting.openedAtMs), ...tiles]
}

type Begun = Omit<PlayReplay, 'stage' | 'steps' | 'payout' | 'multiplier' | 'proof'>

function begunOf(house: House, play: BegunPlay): Begun {
  const { betId, playerId, game, version, serverSeedHash, nonce, clientSeed, clientSeedBy, stakePaise, params } = play
  const { bookkeeping = [] } = gameOfPlay(house, play)
  const shown = Object.entries(params).filter(([name]) => !bookkeeping.includes(name))
  return {
    ...{ betId, playerId, game, version, serverSeedHash, nonce, clientSeed, clientSeedBy },
    ...{ stake: paise(stakePaise), params: Object.fromEntries(shown), round: null },
  }
}

function openReplay(house: House, play: BegunPlay, lasting: LastingPlay | undefined): PlayReplay {
  // A step that ends the play tells its result; it is shown when the end is booked.
  const undecided = lasting?.ending?.by === 'step' ? { ...lasting, steps: lasting.steps.slice(0, -1) } : lasting
  const nothing = { payout: null, multiplier: null, proof: null }
  return { ...begunOf(house, play), stage: 'open', steps: stepsOf(play.betId, undecided), ...nothing }
}

function endedReplay(house: House, play: SettledPlay, lasting: LastingPlay | undefined): PlayReplay {
  const isRefund = lasting?.ending?.isRefund === true
  const ending = lasting?.ending
  return {
    ...begunOf(house, play),
    stage: isRefund ? 'refunded' : 'settled',
    steps: [
      ...stepsOf(play.betId, lasting),
      ...(lasting && ending
        ? [step(ending.by === 'player' ? 'cash_out' : 'ended', lasting.movedAtMs, { by: ending.by })]
        : []),
      step(isRefund ? 'refunded' : 'settled', play.settledAtMs),
    ],
    payout: paise(play.payoutPaise),
    multiplier: fromTenThousandths(play.multiplierUnits),
    proof: shownProof(house, play),
  }
}
