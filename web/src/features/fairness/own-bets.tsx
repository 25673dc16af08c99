import type { AviatorBetStatus, OrOther } from '@kismet/contracts'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { KeyValues, panelClass } from '@kismet/ui/layout/panel.tsx'
import { HashLine } from '@kismet/ui/seal/seal.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { networkErrorText } from '../../core/error-text.ts'
import type { GameName } from '../../core/paths.ts'
import { gameTitles } from '../../core/paths.ts'
import { ClientSeedField, NextSeal } from '../../entities/fair-play/next-seal.tsx'
import type { AskAgain, NextPlay } from '../../entities/fair-play/play.ts'
import { askAgainOf } from '../../entities/fair-play/play.ts'
import type { InstantGame, OwnPlay } from '../../entities/game/instant-games.ts'
import { useCommitment, usePlays } from '../../entities/game/instant-games.ts'
import { minesPlaysApi, minesCells, useMinesPlays } from '../../entities/game/mines-plays.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { OwnPlays } from '../../entities/game/own-plays.tsx'
import { lineWords } from '../../entities/game/symbol-names.ts'
import { fairGameNames } from './fair-games.ts'
import { useGetBetProofQuery } from './fairness-api.ts'
import styles from './fairness.module.css'

/** What the list shows of a play of each game: what was bet on, and how it came out. */
const cellsOf: { readonly [G in InstantGame]: (play: OwnPlay<G>) => readonly [ReactNode, ReactNode] } = {
  dice: ({ rollOver, roll }) => [t`over ${rollOver.toFixed(2)}`, roll.toFixed(2)],
  slots: ({ reels, multiplier }) => [lineWords(reels), `x${multiplier}`],
}

function InstantPlays<G extends InstantGame>({ game }: { game: G }): ReactNode {
  return <OwnPlays list={usePlays(game)} cells={cellsOf[game]} />
}

function MinesPlays(): ReactNode {
  return <OwnPlays list={useMinesPlays()} cells={minesCells} />
}

/** How a bet of Aviator ended. */
function endText(status: OrOther<AviatorBetStatus>, multiplier: number | null): string {
  switch (status) {
    case 'cashed_out':
      return formatMultiplier(multiplier ?? 0)
    case 'refunded':
      return t`refunded`
    case 'lost':
      return t`lost`
    default:
      return t`other`
  }
}

/** Bets of rounds that are over: the others have no proof yet. */
function AviatorBets(): ReactNode {
  const { data, error, isFetching, refetch } = aviatorBetsApi.useListAviatorBetsQuery(undefined)
  const plays = data?.bets
    .filter(({ status }) => status !== 'open')
    .map(({ betAmount, payout, status, ...bet }) => ({
      ...bet,
      status,
      bet: betAmount,
      payout: status === 'refunded' ? betAmount : (payout ?? (status === 'other' ? betAmount : 0)),
    }))
  return (
    <OwnPlays
      list={{ plays, error, isFetching, retry: () => void refetch() }}
      cells={({ roundNumber, status, multiplier }) => [t`Round ${roundNumber}`, endText(status, multiplier)]}
    />
  )
}

/** As high as what comes. */
const rowsOfSeal = 9

/** What is sealed of a next play, or that it could not be had. */
function Sealed({ children, askAgain }: { children: ReactNode; askAgain: AskAgain | null }): ReactNode {
  if (children) return <Stack gap={4}>{children}</Stack>
  return askAgain ? (
    <ErrorState title={networkErrorText()} busy={askAgain.busy} onRetry={askAgain.ask} />
  ) : (
    <Skeleton rows={rowsOfSeal} />
  )
}

interface Commitment {
  readonly next: NextPlay | undefined
  readonly askAgain: AskAgain | null
}

function Seal({ next, askAgain }: Commitment): ReactNode {
  return (
    <Sealed askAgain={askAgain}>
      {next && (
        <>
          <NextSeal next={next} />
          <ClientSeedField stored={next.clientSeed} />
        </>
      )}
    </Sealed>
  )
}

function InstantSeal({ game }: { game: InstantGame }): ReactNode {
  return <Seal {...useCommitment(game)} />
}

function MinesSeal(): ReactNode {
  const query = minesPlaysApi.useGetMinesCommitmentQuery({})
  return <Seal next={query.data} askAgain={askAgainOf(query)} />
}

/** The rounds of Aviator are everybody's: their seeds are a chain whose end was published before the first of them. The own seed is that of the other games. */
function AviatorSeal(): ReactNode {
  const query = aviatorBetsApi.useGetAviatorChainQuery({})
  const chain = query.data
  const { next } = useCommitment('dice')
  return (
    <Sealed askAgain={askAgainOf(query)}>
      {chain && (
        <>
          <KeyValues
            rows={[
              {
                name: t`Published end of the chain`,
                value: <HashLine text={chain.chainEnd} copyLabel={t`Copy hash`} seal="sealed" />,
              },
              { name: t`Public salt`, value: <HashLine text={chain.salt} copyLabel={t`Copy salt`} /> },
            ]}
          />
          {next && <ClientSeedField stored={next.clientSeed} />}
        </>
      )}
    </Sealed>
  )
}

const parts: Readonly<Record<GameName, readonly [seal: ReactNode, bets: ReactNode]>> = {
  aviator: [<AviatorSeal />, <AviatorBets />],
  mines: [<MinesSeal />, <MinesPlays />],
  dice: [<InstantSeal game="dice" />, <InstantPlays game="dice" />],
  slots: [<InstantSeal game="slots" />, <InstantPlays game="slots" />],
}

/** For a signed-in player: the next commitment of each game, the client seed, and the newest bets, with links to the verifier. At first the game is that of the verified bet. */
export function OwnBets({ betId }: { betId: string | null }): ReactNode {
  const [chosen, setGame] = useState<GameName | null>(null)
  // The proof of the bet before keeps its game in view while the next proof loads.
  const { data } = useGetBetProofQuery({ betId: betId ?? '' }, { skip: betId === null })
  const shown = fairGameNames.find((name) => name === data?.proof.game)
  const game = chosen ?? shown ?? 'dice'
  const options = fairGameNames.map((value) => ({ value, label: t(gameTitles[value]) }))
  const [seal, bets] = parts[game]
  return (
    <section className={panelClass} aria-labelledby="own-bets">
      <Row spread wrap gap={2} className={styles.panelHead}>
        <h2 id="own-bets">{t`Your commitments and bets`}</h2>
        <Segmented label={t`Your game`} options={options} value={game} onChange={setGame} />
      </Row>
      <Stack key={game} gap={6} wide="halves" className={styles.grid}>
        {seal}
        {bets}
      </Stack>
    </section>
  )
}
