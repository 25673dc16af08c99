import {
  getDiceCommitment,
  getSlotsCommitment,
  listDicePlays,
  listSlotsPlays,
  playDice,
  playSlots,
} from '@kismet/contracts'
import type { Game, Input, Output } from '@kismet/contracts'
import { z } from 'zod'
import type { CallResult } from '@kismet/app-kit/call.ts'
import { writtenOver } from '@kismet/app-kit/written-over.ts'
import { api } from '../../core/api.ts'
import type { AppDispatch } from '../../core/store.ts'
import { fromContract, fromMoneyContract } from '../session/from-contract.ts'
import type { AskAgain, NextPlay, RevealedPlay } from '../fair-play/play.ts'
import { askAgainOf } from '../fair-play/play.ts'
import type { PlayList } from './own-plays.tsx'
import type { Intent } from './play-once.ts'
import { playsShown } from './plays-shown.ts'

/** The games that one answer decides: what the server calls them (spec 7.3), their operations and the calls of these. */
const instantGames = {
  dice: {
    wireName: 'Dice',
    play: playDice,
    plays: listDicePlays,
    calls: {
      commitment: fromContract(getDiceCommitment).queryFn,
      play: fromMoneyContract(playDice).queryFn,
      plays: fromContract(listDicePlays).queryFn,
    },
  },
  slots: {
    wireName: 'Slots',
    play: playSlots,
    plays: listSlotsPlays,
    calls: {
      commitment: fromContract(getSlotsCommitment).queryFn,
      play: fromMoneyContract(playSlots).queryFn,
      plays: fromContract(listSlotsPlays).queryFn,
    },
  },
} as const

export type InstantGame = keyof typeof instantGames
type Operation<G extends InstantGame, Name extends 'play' | 'plays'> = (typeof instantGames)[G][Name]

/** What the server calls a game. */
export function wireNameOf(game: InstantGame): Game {
  return instantGames[game].wireName
}

/** What decides a play, but for its seeds. */
export type PlainInput<G extends InstantGame> = Omit<Input<Operation<G, 'play'>>, 'clientSeed' | 'serverSeedHash'>
/** How a play came out; `replayed`: it had been played before, and this is its first answer again. */
export type PlayAnswer<G extends InstantGame> = Output<Operation<G, 'play'>> &
  Pick<RevealedPlay, 'isAsSent'> & { replayed: boolean }
/** A play in the player's list. */
export type OwnPlay<G extends InstantGame> = Output<Operation<G, 'plays'>>['plays'][number]

/** Whether a play could be sent like this. */
export function isPlayInput(game: InstantGame, input: unknown): boolean {
  return z.safeEncode<z.ZodType>(instantGames[game].play.input, input).success
}

type Context = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]
type Answer<Of> = Promise<CallResult<Of>>

/** An intent of whatever game. */
type AnyIntent = Pick<Intent<object>, 'idempotencyKey'> & { input: object }
type PlainAnswer = Omit<PlayAnswer<InstantGame>, 'isAsSent'>

/** The calls of one game, as the endpoints of all games know them. */
interface Calls {
  commitment(input: object, context: Context): Answer<NextPlay>
  play(intent: AnyIntent, context: Context): Answer<PlainAnswer>
  plays(input: { limit: number }, context: Context): Answer<{ plays: OwnPlay<InstantGame>[] }>
}

const callsOf = (game: InstantGame): Calls => instantGames[game].calls

/** The three calls of an instant game; what an answer holds beside the common is the game's own (`PlayAnswer`, `OwnPlay`). */
export const instantApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCommitment: build.query<NextPlay, InstantGame>({
      queryFn: (game, context) => callsOf(game).commitment({}, context),
      providesTags: ['Commitment'],
    }),
    listPlays: build.query<{ plays: OwnPlay<InstantGame>[] }, InstantGame>({
      queryFn: (game, context) => callsOf(game).plays({ limit: playsShown }, context),
      providesTags: (_plays, _error, game) => [{ type: 'Plays', id: game }],
    }),
    play: build.mutation<PlainAnswer, { game: InstantGame; intent: AnyIntent }>({
      queryFn: ({ game, intent }, context) => callsOf(game).play(intent, context),
    }),
  }),
})

/** The commitment of the player's next play; where it could not be had, the way to ask again. */
export function useCommitment(game: InstantGame): { next: NextPlay | undefined; askAgain: AskAgain | null } {
  const query = instantApi.useGetCommitmentQuery(game)
  return { next: query.data, askAgain: askAgainOf(query) }
}

/** The player's newest plays, newest first. */
export function usePlays<G extends InstantGame>(game: G): PlayList<OwnPlay<G>> {
  const { data, error, isFetching, refetch } = instantApi.useListPlaysQuery(game)
  return { plays: data?.plays, error, isFetching, retry: () => void refetch() }
}

/** Puts a play of this moment at the head of the list. */
export function playAdded<G extends InstantGame>(game: G, play: OwnPlay<G>): (dispatch: AppDispatch) => void {
  const add = instantApi.util.updateQueryData('listPlays', game, (list) => {
    const others = list.plays.filter(({ betId }) => betId !== play.betId)
    list.plays = [play, ...others].slice(0, playsShown)
  })
  const asked = instantApi.endpoints.listPlays.initiate(game, { forceRefetch: true, subscribe: false })
  const running = instantApi.util.getRunningQueryThunk('listPlays', game)
  return (dispatch) => void dispatch(writtenOver({ running, write: add, ask: asked }))
}

/** An answer names the commitment of the next play. */
export function commitmentChanged(
  game: InstantGame,
  next: Pick<NextPlay, 'nonce' | 'serverSeedHash'>,
): (dispatch: AppDispatch) => void {
  const change = instantApi.util.updateQueryData('getCommitment', game, (commitment) => {
    if (next.nonce > commitment.nonce) Object.assign(commitment, next)
  })
  const asked = instantApi.endpoints.getCommitment.initiate(game, { forceRefetch: true, subscribe: false })
  const running = instantApi.util.getRunningQueryThunk('getCommitment', game)
  return (dispatch) => void dispatch(writtenOver({ running, write: change, ask: asked }))
}
