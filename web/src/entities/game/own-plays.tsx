import chip from '@kismet/ui/art/chip-100.svg'
import { textClass } from '@kismet/ui/class-names.ts'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { Rows } from '@kismet/ui/layout/panel.tsx'
import { plural, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Answer } from '../../core/answer.ts'
import { QueryState } from '../../core/query-state.tsx'
import { BetRow } from './bet-row.tsx'
import type { CommittedGame, OwnPlay } from './games-api.ts'
import { usePlays } from './games-api.ts'
import { lineWords } from './symbol-names.ts'
import styles from './game.module.css'

/** The text of an empty list of own bets. */
export function NoBets(): ReactNode {
  return (
    <EmptyState art={chip} title={t`No bets yet`}>
      {t`Your bets appear here with their seed.`}
    </EmptyState>
  )
}

type Cells = readonly [what: ReactNode, result: ReactNode]

/** The cells of a bet, by game. */
const cellsOf: { readonly [G in CommittedGame]: (play: OwnPlay<G>) => Cells } = {
  dice: ({ rollOver, roll }) => [t`from ${rollOver.toFixed(2)}`, roll.toFixed(2)],
  slots: ({ reels, multiplier }) => [lineWords(reels), `x${multiplier}`],
  mines: ({ minesCount, revealedTiles, result, multiplier }) => {
    const gems = revealedTiles.length - (result === 'loss' ? 1 : 0)
    const [mines, opened] = [
      plural(minesCount, { one: '# mine', other: '# mines' }),
      plural(gems, { one: '# gem', other: '# gems' }),
    ]
    return [`${mines} · ${opened}`, result === 'loss' ? t`mine` : formatMultiplier(multiplier)]
  },
}

/** The newest own bets, each with two cells of its game and its net amount. */
export function PlayList<P extends { readonly betId: string; readonly bet: number; readonly payout: number }>({
  list,
  title = t`My bets`,
  cells,
}: {
  list: Answer<readonly P[]>
  title?: string
  cells: (play: P) => Cells
}): ReactNode {
  return (
    <section className={styles.list} aria-labelledby="my-bets">
      <header>
        <h2 className={styles.heading} id="my-bets">
          {title}
        </h2>
      </header>
      <QueryState of={list}>
        {(plays) =>
          plays.length === 0 ? (
            <NoBets />
          ) : (
            <Rows className={styles.bets}>
              {plays.map((play) => {
                const [what, result] = cells(play)
                return (
                  <BetRow key={play.betId} betId={play.betId} netPaise={play.payout - play.bet}>
                    <span>{what}</span>
                    <span className={textClass('num')}>{result}</span>
                  </BetRow>
                )
              })}
            </Rows>
          )
        }
      </QueryState>
    </section>
  )
}

/** The newest own bets of a game. */
export function OwnPlays<G extends CommittedGame>({ game, title }: { game: G; title?: string }): ReactNode {
  return <PlayList list={usePlays(game)} {...(title !== undefined && { title })} cells={cellsOf[game]} />
}
