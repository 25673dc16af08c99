import type { AviatorBetStatus, OrOther } from '@kismet/contracts'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { KeyValues, panelClass } from '@kismet/ui/layout/panel.tsx'
import { HashLine } from '@kismet/ui/seal/seal.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { pickedFrom } from '../../core/answer.ts'
import { QueryState } from '../../core/query-state.tsx'
import type { GameName } from '../../core/games.ts'
import { games } from '../../core/games.ts'
import { ClientSeedField, NextSeal } from '../../entities/fair-play/next-seal.tsx'
import type { CommittedGame } from '../../entities/game/games-api.ts'
import { gamesApi, useCommitment } from '../../entities/game/games-api.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { OwnPlays, PlayList } from '../../entities/game/own-plays.tsx'
import { fairGameNames } from './fair-games.ts'
import { useBetProof } from './bet-verifier.tsx'
import styles from './fairness.module.css'

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
  const list = pickedFrom(aviatorBetsApi.useListAviatorBetsQuery(undefined), ({ bets }) =>
    bets
      .filter(({ status }) => status !== 'open')
      .map(({ betAmount, payout, status, ...bet }) => ({
        ...bet,
        status,
        bet: betAmount,
        payout: status === 'refunded' ? betAmount : (payout ?? (status === 'other' ? betAmount : 0)),
      })),
  )
  return (
    <PlayList
      list={list}
      cells={({ roundNumber, status, multiplier }) => [t`Round ${roundNumber}`, endText(status, multiplier)]}
    />
  )
}

/** As high as what comes. */
const rowsOfSeal = 9

/** The commitment of the next bet of a game, and the own seed. */
function CommittedSeal({ game }: { game: CommittedGame }): ReactNode {
  return (
    <QueryState of={gamesApi.useGetCommitmentQuery(game)} fallback={<Skeleton rows={rowsOfSeal} />}>
      {(next) => (
        <Stack gap={4}>
          <NextSeal next={next} />
          <ClientSeedField stored={next.clientSeed} />
        </Stack>
      )}
    </QueryState>
  )
}

/** The rounds of Aviator are everybody's: their seeds are a chain whose end was published before the first of them. The own seed is that of the other games. */
function AviatorSeal(): ReactNode {
  const { next } = useCommitment('dice')
  return (
    <QueryState of={aviatorBetsApi.useGetAviatorChainQuery({})} fallback={<Skeleton rows={rowsOfSeal} />}>
      {({ chainEnd, salt }) => (
        <Stack gap={4}>
          <KeyValues
            rows={[
              {
                name: t`Published end of the chain`,
                value: <HashLine text={chainEnd} copyLabel={t`Copy hash`} seal="sealed" />,
              },
              { name: t`Public salt`, value: <HashLine text={salt} copyLabel={t`Copy salt`} /> },
            ]}
          />
          {next && <ClientSeedField stored={next.clientSeed} />}
        </Stack>
      )}
    </QueryState>
  )
}

/** For a signed-in player: the next commitment of each game, the client seed, and the newest bets, with links to the verifier. At first the game is that of the verified bet. */
export function OwnBets({ betId }: { betId: string | null }): ReactNode {
  const [chosen, setGame] = useState<GameName | null>(null)
  // The proof of the bet before keeps its game in view while the next proof loads.
  const { data } = useBetProof({ betId: betId ?? '' }, { skip: betId === null })
  const shown = fairGameNames.find((name) => name === data?.proof.game)
  const game = chosen ?? shown ?? 'dice'
  const options = fairGameNames.map((value) => ({ value, label: t(games[value].title) }))
  return (
    <section className={panelClass} aria-labelledby="own-bets">
      <Row spread wrap gap={2} className={styles.panelHead}>
        <h2 id="own-bets">{t`Your commitments and bets`}</h2>
        <Segmented label={t`Your game`} options={options} value={game} onChange={setGame} />
      </Row>
      <Stack key={game} gap={6} wide="halves" className={styles.grid}>
        {game === 'aviator' ? (
          <>
            <AviatorSeal />
            <AviatorBets />
          </>
        ) : (
          <>
            <CommittedSeal game={game} />
            <OwnPlays game={game} />
          </>
        )}
      </Stack>
    </section>
  )
}
