import chip from '@kismet/ui/art/chip-100.svg'
import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { Rows } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { networkErrorText } from '../../core/error-text.ts'
import { betProofPath } from '../../core/paths.ts'
import styles from './game.module.css'

/** What every play in a list has. */
interface ListedPlay {
  readonly betId: string
  readonly bet: number
  readonly payout: number
}

/** The newest own plays of a game, as far as they are known. */
export interface PlayList<P extends ListedPlay> {
  readonly plays: readonly P[] | undefined
  /** Why they could not be read the last time, also while they are asked for again. */
  readonly error: unknown
  readonly isFetching: boolean
  readonly retry: () => void
}

/** The newest own bets, each with two cells of its game and what it came to; it leads to its proof. */
export function OwnPlays<P extends ListedPlay>({
  list: { plays, error, isFetching, retry },
  title = t`My bets`,
  cells,
}: {
  list: PlayList<P>
  title?: string
  cells: (play: P) => readonly [ReactNode, ReactNode]
}): ReactNode {
  return (
    <section className={styles.list} aria-labelledby="my-bets">
      <header>
        <h2 className={styles.heading} id="my-bets">
          {title}
        </h2>
      </header>
      {plays && error !== undefined && <StaleNotice busy={isFetching} onRetry={retry} />}
      {plays && plays.length > 0 && (
        <Rows className={styles.bets}>
          {plays.map((play) => {
            const [what, result] = cells(play)
            const netPaise = play.payout - play.bet
            return (
              <li key={play.betId}>
                <Link to={betProofPath(play.betId)} title={t`Verify this bet`}>
                  <span>{what}</span>
                  <span className={textClass('num')}>{result}</span>
                  <span className={classNames(textClass('num'), netClass(netPaise))}>{formatNet(netPaise)}</span>
                </Link>
              </li>
            )
          })}
        </Rows>
      )}
      {plays?.length === 0 && (
        <EmptyState art={chip} title={t`No bets yet`}>
          {t`Your bets appear here with their seed.`}
        </EmptyState>
      )}
      {!plays && error !== undefined && <ErrorState title={networkErrorText()} busy={isFetching} onRetry={retry} />}
      {!plays && error === undefined && <Skeleton />}
    </section>
  )
}
