import { getMinesCommitment, listMinesPlays } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { plural, t } from '@lingui/core/macro'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'
import type { PlayList } from './own-plays.tsx'
import { playsShown } from './plays-shown.ts'

const minesPlays = fromContract(listMinesPlays)

/** What Mines tells of a player: the seal of the next game, and the newest games. */
export const minesPlaysApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMinesCommitment: build.query({ ...fromContract(getMinesCommitment), providesTags: ['Commitment'] }),
    listMinesPlays: build.query<Output<typeof listMinesPlays>, undefined>({
      queryFn: (_, context) => minesPlays.queryFn({ limit: playsShown }, context),
      providesTags: [{ type: 'Plays', id: 'mines' }],
    }),
  }),
})

/** A game of Mines in the player's list. */
type OwnGame = Output<typeof listMinesPlays>['plays'][number]

/** The player's newest games of Mines, newest first. */
export function useMinesPlays(): PlayList<OwnGame> {
  const { data, error, isFetching, refetch } = minesPlaysApi.useListMinesPlaysQuery(undefined)
  return { plays: data?.plays, error, isFetching, retry: () => void refetch() }
}

/** What a row says of a game of Mines: what was played, and what it came to. */
export function minesCells({ minesCount, revealedTiles, result, multiplier }: OwnGame): readonly [string, string] {
  const gems = revealedTiles.length - (result === 'loss' ? 1 : 0)
  const [mines, opened] = [
    plural(minesCount, { one: '# mine', other: '# mines' }),
    plural(gems, { one: '# gem', other: '# gems' }),
  ]
  return [`${mines} · ${opened}`, result === 'loss' ? t`mine` : formatMultiplier(multiplier)]
}
