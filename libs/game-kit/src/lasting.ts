import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Id, IdempotencyKey } from '@kismet/contracts'
import { isRefusal, Refusal, requireInput } from '@kismet/service-kit/refusal'
import { beginPlay, inTurn, notConfirmed, pausesMs } from './begin.ts'
import type { Bet, PlayCall } from './begin.ts'
import { isOwn, leftToPerson } from './commitments.ts'
import { courseOf, endBy } from './course.ts'
import { findPlay } from './db/ended-plays.ts'
import { findLasting } from './db/lasting.ts'
import { claimOf, findSeat } from './db/seats.ts'
import { endPlay } from './end.ts'
import { recorded } from './ended.ts'
import { takeOver } from './finish.ts'
import type { Course, LastingGame, LastingRules } from './game.ts'
import type { House } from './house.ts'
import { isHeld } from './plays.ts'
import type { BegunPlay, Ending, LastingPlay, OpenPlay, SettledPlay, TakenStep } from './plays.ts'

/** A play that lasts as it stood at some time: after its first `steps`, and, where it had ended by then, with its end. */
export interface Standing {
  readonly play: BegunPlay
  /** After the stake was taken. */
  readonly opened: Pick<LastingPlay, 'balancePaise' | 'balanceSeq'>
  readonly steps: readonly unknown[]
  readonly end: SettledPlay | undefined
}

/** A call about a play that lasts. */
export interface LastingCall {
  readonly player: { readonly id: string }
  readonly meta: { readonly key?: string | undefined; readonly requestId: string }
  replayed(): void
}

/**
 * Begins a play that lasts: claims the commitment, has the stake taken, and opens it. @returns how it stood then
 * @throws Refusal `maintenance`, `idempotency_conflict`, `game_active`, `commitment_changed`, `max_win_exceeded`, `unavailable`, and what the wallet refuses with
 */
export async function startLasting<Params extends object>(
  house: House,
  game: LastingGame<Params>,
  call: PlayCall,
  bet: Bet<Params>,
): Promise<Standing> {
  const play = await beginPlay(house, game, call, bet)
  if ('claim' in play) return { play: play.claim, opened: play, steps: [], end: undefined }
  const opened = await findLasting(house.db, play.betId)
  // Of a play of long ago it is not known any more what its start was answered (purge.ts).
  if (opened === undefined) throw new Refusal('idempotency_conflict')
  return { play, opened, steps: [], end: undefined }
}

/**
 * Takes a step of a player's game. Steps and the end of a game happen one after the other, each
 * once. A repeated step gets its first answer.
 * @throws Refusal `not_found`, `idempotency_conflict`, `game_not_active`, `unavailable`
 */
export function takeStep<Params extends object, Step>(
  house: House,
  game: LastingGame<Params, object, Step>,
  call: LastingCall,
  { betId, step }: { readonly betId: string; readonly step: Step },
): Promise<Standing> {
  const key = keptKey(call)
  return onPlay(house, game, call, betId, {
    answered({ steps, ending }) {
      const place = steps.findIndex((taken) => game.isSame(step, game.step.parse(taken.step)))
      if (place >= 0) return { steps: place + 1, withEnd: ending?.by === 'step' && place + 1 === steps.length }
      if (steps.some((taken) => taken.key === key)) throw new Refusal('idempotency_conflict')
      return undefined
    },
    decide(rules, { steps }, courseOf) {
      const taken = [...steps, { step, key, atMs: house.clock.now() }]
      const end = endBy('step', rules, courseOf(taken))
      return { steps: taken, ending: end === undefined ? null : { ...end, key } }
    },
  })
}

/**
 * Cashes a player's game out.
 * @throws Refusal `not_found`, `game_not_active`, `unavailable`, and the game's own refusal when
 * there is no win
 */
export async function takeWinnings<Params extends object, Step>(
  house: House,
  game: LastingGame<Params, object, Step>,
  call: LastingCall,
  betId: string,
): Promise<Standing & { readonly end: SettledPlay }> {
  const key = keptKey(call)
  const standing = await onPlay(house, game, call, betId, {
    answered: ({ steps, ending }) =>
      ending?.by === 'player' && ending.key === key ? { steps: steps.length, withEnd: true } : undefined,
    decide(rules, { steps }, courseOf) {
      const end = endBy('player', rules, courseOf(steps))
      if (end === undefined) throw Refusal.read(game.nothingToTake, undefined, undefined)
      return { steps, ending: { ...end, key } }
    },
  })
  if (standing.end === undefined) throw new Error(`The bet ${betId} of ${game.name} is in progress`)
  return { ...standing, end: standing.end }
}

/** A key as it is kept with a step: as much of its hash as tells the keys of one play apart. */
const keptKey = ({ meta }: LastingCall): string =>
  hash('sha256', requireInput(IdempotencyKey, meta.key), 'base64url').slice(0, 11)

/**
 * The player's game in progress.
 * @throws Refusal `unavailable` when it is unknown whether a game is in progress
 */
export async function activePlay(
  house: House,
  { player, meta }: Pick<LastingCall, 'player' | 'meta'>,
  game: LastingGame,
): Promise<Standing | undefined> {
  await recorded(house, player.id)
  const seat = await findSeat(house.db, player.id, game.name)
  const claim = seat && claimOf(seat)
  // An automatic play of the same name has its end for itself.
  if (claim === undefined || !game.params.safeParse(claim.params).success) return undefined
  const finish = await takeOver(house, claim, meta.requestId)
  if (finish?.kind === 'open') return standingOf(finish.play, claim, finish.play.steps.length)
  if (finish?.kind === 'settled' || finish?.kind === 'refused') return undefined
  throw new Refusal('unavailable')
}

/**
 * Ends a game that has been idle for too long.
 * @returns false when it must not end, or has moved meanwhile
 */
export async function endIdle(house: House, game: LastingGame, play: OpenPlay, requestId: string): Promise<boolean> {
  const nowMs = house.clock.now()
  const rules = game.versions[play.claim.version]
  if (rules === undefined || nowMs - play.movedAtMs < game.idleMs) return false
  const { steps } = play
  const end = endBy('idleness', rules, courseOf(house, game, play.claim)(steps))
  const moved = end && (await move(house, play, { steps, ending: { ...end, key: null } }))
  if (moved === undefined) return false
  await endPlay(house, moved, requestId, 1)
  return true
}

/** What a call makes of a play. */
interface Action<Params extends object, Step> {
  /** How much of the play a call is answered with that has been made before. @throws Refusal */
  readonly answered: (play: LastingPlay) => { readonly steps: number; readonly withEnd: boolean } | undefined
  /** What the play is to be. @throws Refusal */
  readonly decide: (
    rules: LastingRules<Params, object, Step>,
    play: OpenPlay,
    courseOf: (steps: readonly TakenStep[]) => Course<Params, Step>,
  ) => Pick<LastingPlay, 'steps'> & { readonly ending: Ending | null }
}

function onPlay<Params extends object, Step>(
  house: House,
  game: LastingGame<Params, object, Step>,
  call: LastingCall,
  betId: string,
  action: Action<Params, Step>,
): Promise<Standing> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found', game.texts.notFound)
  return inTurn(house, game, call.player.id, async () => {
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await pause(pauseMs)
      const remembered = house.openPlays.get(betId)
      const play = remembered ?? (await findLasting(house.db, betId))
      if (play === undefined && (await isOver(house, game, call, betId))) throw new Refusal('game_not_active')
      if (play?.game !== game.name) throw new Refusal('not_found', game.texts.notFound)
      if (play.playerId !== call.player.id) throw new Refusal('not_found', game.texts.notOwned)
      const answered = action.answered(play)
      if (answered !== undefined) {
        const before = await standingAt(house, play, answered, call.meta.requestId)
        if (before === undefined) continue
        call.replayed()
        return before
      }
      if (play.ending !== null || !isHeld(play)) throw new Refusal('game_not_active')
      const rules = game.versions[play.claim.version]
      if (rules === undefined) throw new Refusal('unavailable')
      if (!isOwn(house, play.claim)) throw leftToPerson(house, play.claim, 'the game is open')
      const decided = decide(action, rules, play, courseOf(house, game, play.claim))
      // What is remembered may be behind: a refusal is only said of what stands.
      if (decided instanceof Refusal && remembered === undefined) throw decided
      const moved = decided instanceof Refusal ? undefined : await move(house, play, decided)
      if (moved === undefined) {
        house.openPlays.forget(betId)
        continue
      }
      if (moved.ending === null) return standingOf(moved, moved.claim, moved.steps.length)
      const finish = await endPlay(house, moved, call.meta.requestId, 1)
      if (finish.kind !== 'settled') break
      return { ...standingOf(moved, moved.claim, moved.steps.length), end: finish.play }
    }
    throw new Refusal('unavailable', notConfirmed)
  })
}

/** Whether it is a play of the player that ended long ago: how it went is not known any more. */
async function isOver(house: House, game: LastingGame, { player }: LastingCall, betId: string): Promise<boolean> {
  const play = await findPlay(house.db, betId)
  return play?.playerId === player.id && play.game === game.name && game.params.safeParse(play.params).success
}

type Decided = Pick<LastingPlay, 'steps' | 'ending'>

function decide<Params extends object, Step>(
  action: Action<Params, Step>,
  ...decidedBy: Parameters<Action<Params, Step>['decide']>
): Decided | Refusal {
  try {
    return action.decide(...decidedBy)
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

const standingOf = (play: LastingPlay, begun: BegunPlay, steps: number): Standing => ({
  play: begun,
  opened: play,
  steps: play.steps.slice(0, steps).map(({ step }) => step),
  end: undefined,
})

/** How a play stood. @returns undefined when its end is not known yet, though it is decided */
async function standingAt(
  house: House,
  play: LastingPlay,
  { steps, withEnd }: { readonly steps: number; readonly withEnd: boolean },
  requestId: string,
): Promise<Standing | undefined> {
  if (isHeld(play) && !withEnd) return standingOf(play, play.claim, steps)
  const end = isHeld(play) ? await endOf(house, play, requestId) : await findPlay(house.db, play.betId)
  if (end === undefined) return undefined
  return { ...standingOf(play, end, steps), end: withEnd ? end : undefined }
}

/** The result of a decided game, from the sender that has its lease, or from this process. */
async function endOf(house: House, { claim }: OpenPlay, requestId: string): Promise<SettledPlay | undefined> {
  const finish = await takeOver(house, claim, requestId)
  if (finish?.kind === 'unknown') throw new Refusal('unavailable', notConfirmed)
  return finish?.kind === 'settled' ? finish.play : undefined
}

/** @returns the play as it is then; undefined when it was moved meanwhile */
async function move(house: House, play: OpenPlay, { steps, ending }: Decided): Promise<OpenPlay | undefined> {
  const atMs = house.clock.now()
  const { claim: _claim, movedAtMs: _movedAtMs, ...before } = play
  const moved = { ...before, steps, ending, moves: play.moves + 1 }
  const isMoved = await house.journal.move({ play: moved, atMs, seat: ending === null ? undefined : 'leased' })
  if (!isMoved) return undefined
  const now = { ...moved, movedAtMs: atMs, claim: play.claim }
  house.openPlays.set(now)
  return now
}
