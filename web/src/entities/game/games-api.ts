import {
  getDiceCommitment,
  getMinesCommitment,
  getSlotsCommitment,
  listDicePlays,
  listMinesPlays,
  listSlotsPlays,
  playDice,
  playSlots,
  startMines,
} from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { z } from 'zod'
import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { orderAnswerOf } from '@kismet/app-kit/retry-until-known.ts'
import { sessionEndedError } from '@kismet/app-kit/contract-endpoints.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { updateCachedQuery } from '@kismet/app-kit/update-cached-query.ts'
import { api } from '../../core/api.ts'
import type { Answer } from '../../core/answer.ts'
import { pickedFrom } from '../../core/answer.ts'
import type { GameName } from '../../core/games.ts'
import type { AppDispatch } from '../../core/store.ts'
import { fromContract, fromMoneyContract } from '../session/from-contract.ts'
import type { AskAgain, NextPlay, RevealedPlay } from '../fair-play/play.ts'
import { askAgainOf, isAsSent } from '../fair-play/play.ts'
import { keepShownCommitment } from '../fair-play/shown-commitments.ts'
import type { Seeds } from './committed-bet.ts'
import { playsShown } from './plays-shown.ts'

/** The operations of the games whose bets have a commitment each. */
const operations = {
  dice: { bet: playDice, commitment: getDiceCommitment, plays: listDicePlays },
  slots: { bet: playSlots, commitment: getSlotsCommitment, plays: listSlotsPlays },
  mines: { bet: startMines, commitment: getMinesCommitment, plays: listMinesPlays },
} as const satisfies Partial<Readonly<Record<GameName, object>>>

export type CommittedGame = keyof typeof operations
/** One answer decides a bet of these games. */
export type InstantGame = Exclude<CommittedGame, 'mines'>
type Operation<G extends CommittedGame, Name extends 'bet' | 'plays'> = (typeof operations)[G][Name]

/** The input of a bet without its seeds. */
export type PlainInput<G extends CommittedGame> = Omit<Input<Operation<G, 'bet'>>, keyof Seeds>
/** The input of a bet, with its seeds. */
export type BetInput<G extends CommittedGame> = PlainInput<G> & Seeds
/** How a play came out; `replayed`: it had been played before, and this is its first answer again. */
export type PlayAnswer<G extends InstantGame> = Output<Operation<G, 'bet'>> &
  Pick<RevealedPlay, 'isAsSent'> & { replayed: boolean }
/** A play in the player's list. */
export type OwnPlay<G extends CommittedGame> = Output<Operation<G, 'plays'>>['plays'][number]

/** The shape of an input that can be sent. */
export const betInput = <G extends CommittedGame>(game: G): z.ZodType<BetInput<G>> =>
  z.custom<BetInput<G>>((input) => z.safeEncode<z.ZodType>(operations[game].bet.input, input).success)

/** Sends a bet of an instant game. The same key again is the same bet. */
export async function sendPlay<G extends InstantGame>(
  game: G,
  intent: { input: BetInput<G>; idempotencyKey: string },
  callApi: CallApi,
): Promise<OrderAnswer<PlayAnswer<G>>> {
  // A later attempt of this bet belongs to its session alone.
  if (callApi.signal.aborted) return { error: sessionEndedError }
  // The operations differ only in what their input and their answer have beside the common.
  const operation = operations[game].bet as typeof playDice
  const { data, error } = await fromMoneyContract(operation).queryFn(intent as never, callApi)
  if (error) return { error }
  keepShownCommitment(data.betId, intent.input.serverSeedHash)
  return { data: { ...data, isAsSent: isAsSent(intent.input, data) } as unknown as PlayAnswer<G> }
}

/** The commitments and the own plays of these games; what a play holds beside the common is the game's own (`OwnPlay`). */
export const gamesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCommitment: build.query<NextPlay, CommittedGame>({
      queryFn: (game, context) =>
        fromContract(operations[game].commitment as typeof getDiceCommitment).queryFn({}, context),
      providesTags: ['Commitment'],
    }),
    listPlays: build.query<{ plays: OwnPlay<CommittedGame>[] }, CommittedGame>({
      queryFn: (game, context) =>
        fromContract(operations[game].plays as typeof listDicePlays).queryFn({ limit: playsShown }, context),
      providesTags: (_plays, _error, game) => [{ type: 'Plays', id: game }],
    }),
  }),
})

/** Reads the commitment of the next bet, as the player sees it; `fresh` asks the server again. */
export function commitmentRead(
  game: CommittedGame,
  fresh: boolean,
): (dispatch: AppDispatch) => Promise<OrderAnswer<NextPlay>> {
  const asked = gamesApi.endpoints.getCommitment.initiate(game, { forceRefetch: fresh, subscribe: false })
  return (dispatch) => orderAnswerOf(dispatch(asked))
}

/** The commitment of the player's next play; where it could not be had, the way to ask again. */
export function useCommitment(game: CommittedGame): { next: NextPlay | undefined; askAgain: AskAgain | null } {
  const query = gamesApi.useGetCommitmentQuery(game)
  return { next: query.data, askAgain: askAgainOf(query) }
}

/** The player's newest plays, newest first. */
export function usePlays<G extends CommittedGame>(game: G): Answer<readonly OwnPlay<G>[]> {
  // The list of a game has the plays of that game.
  return pickedFrom(gamesApi.useListPlaysQuery(game), ({ plays }) => plays as OwnPlay<G>[])
}

/** Puts a play of this moment at the head of the list. */
export function playAdded<G extends InstantGame>(game: G, play: OwnPlay<G>): (dispatch: AppDispatch) => void {
  const write = gamesApi.util.updateQueryData('listPlays', game, (list) => {
    const others = list.plays.filter(({ betId }) => betId !== play.betId)
    list.plays = [play, ...others].slice(0, playsShown)
  })
  const ask = gamesApi.endpoints.listPlays.initiate(game, { forceRefetch: true, subscribe: false })
  const running = gamesApi.util.getRunningQueryThunk('listPlays', game)
  return (dispatch) => void dispatch(updateCachedQuery({ running, write, ask }))
}

/** An answer names the commitment of the next play. */
export function commitmentChanged(
  game: InstantGame,
  next: Pick<NextPlay, 'nonce' | 'serverSeedHash'>,
): (dispatch: AppDispatch) => void {
  const write = gamesApi.util.updateQueryData('getCommitment', game, (commitment) => {
    if (next.nonce > commitment.nonce) Object.assign(commitment, next)
  })
  const ask = gamesApi.endpoints.getCommitment.initiate(game, { forceRefetch: true, subscribe: false })
  const running = gamesApi.util.getRunningQueryThunk('getCommitment', game)
  return (dispatch) => void dispatch(updateCachedQuery({ running, write, ask }))
}
