import chip from '@kismet/ui/art/chip-100.svg'
import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { Rows } from '@kismet/ui/layout/panel.tsx'
import { plural, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { networkErrorText } from '../../core/error-text.ts'
import { betProofPath } from '../../core/paths.ts'
import type { OwnPlay } from './games-api.ts'
import type { ReadRows } from './read-rows.ts'
import styles from './game.module.css'

/** Rows, the text of an empty list, or the error of a failed read. */
export function ReadList<Row>({
  list: { rows, error, isFetching, retry },
  empty,
  errorText = networkErrorText(),
  children,
}: {
  list: ReadRows<Row>
  empty: ReactNode
  errorText?: string
  children: (rows: readonly Row[]) => ReactNode
}): ReactNode {
  if (!rows && error !== undefined) return <ErrorState title={errorText} busy={isFetching} onRetry={retry} />
  if (!rows) return <Skeleton />
  return (
    <>
      {error !== undefined && <StaleNotice busy={isFetching} onRetry={retry} />}
      {rows.length > 0 ? children(rows) : empty}
    </>
  )
}

/** The text of an empty list of own bets. */
export function NoBets(): ReactNode {
  return (
    <EmptyState art={chip} title={t`No bets yet`}>
      {t`Your bets appear here with their seed.`}
    </EmptyState>
  )
}

/** A bet in a list, with its net amount. It leads to its proof. */
export function BetRow({
  betId,
  netPaise,
  children,
}: {
  betId: string
  netPaise: number
  children: ReactNode
}): ReactNode {
  return (
    <li>
      <Link to={betProofPath(betId)} title={t`Verify this bet`}>
        {children}
        <span className={classNames(textClass('num'), netClass(netPaise))}>{formatNet(netPaise)}</span>
      </Link>
    </li>
  )
}

type Cells = readonly [what: ReactNode, result: ReactNode]

/** The cells of a bet in Dice. */
export const diceCells = ({ rollOver, roll }: OwnPlay<'dice'>): Cells => [
  t`over ${rollOver.toFixed(2)}`,
  roll.toFixed(2),
]

/** The cells of a game of Mines. */
export function minesCells({ minesCount, revealedTiles, result, multiplier }: OwnPlay<'mines'>): Cells {
  const gems = revealedTiles.length - (result === 'loss' ? 1 : 0)
  const [mines, opened] = [
    plural(minesCount, { one: '# mine', other: '# mines' }),
    plural(gems, { one: '# gem', other: '# gems' }),
  ]
  return [`${mines} · ${opened}`, result === 'loss' ? t`mine` : formatMultiplier(multiplier)]
}

/** The newest own bets, each with two cells of its game and its net amount. */
export function OwnPlays<P extends { readonly betId: string; readonly bet: number; readonly payout: number }>({
  list,
  title = t`My bets`,
  cells,
}: {
  list: ReadRows<P>
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
      <ReadList list={list} empty={<NoBets />}>
        {(plays) => (
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
        )}
      </ReadList>
    </section>
  )
}
