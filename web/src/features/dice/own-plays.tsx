import chip from '@kismet/ui/art/chip-100.svg'
import { classNames } from '@kismet/ui/class-names.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Rows } from '@kismet/ui/layout/panel.tsx'
import type { Output } from '@kismet/contracts'
import type { listDicePlays } from '@kismet/contracts'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { networkErrorText } from '@kismet/app-kit/call-error.ts'
import { betProofPath } from '../../app/paths.ts'
import { playsShown, useListDicePlaysQuery } from './dice-api.ts'
import styles from './dice.module.css'

type Play = Output<typeof listDicePlays>['plays'][number]

const recentShown = 8

/** The newest rolls as a strip. With `belowFold` it leaves its place on phones to what the thumb needs. */
export function RecentRolls({ belowFold }: { belowFold: boolean }): ReactNode {
  const { data } = useListDicePlaysQuery({ limit: playsShown })
  return (
    <ol className={classNames(styles.recent, belowFold && styles.wideOnly)} aria-label="Recent rolls">
      {data?.plays.slice(0, recentShown).map(({ betId, roll, result }) => (
        <li key={betId} className={result}>
          <Icon of={result === 'win' ? Check : X} size="s" />
          {roll.toFixed(2)}
          <span className="sr">{result === 'win' ? ' won' : ' lost'}</span>
        </li>
      ))}
    </ol>
  )
}

function PlayRow({ betId, rollOver, roll, bet, payout }: Play): ReactNode {
  const netPaise = payout - bet
  return (
    <li>
      <Link to={betProofPath(betId)} title="Verify this bet">
        <span>over {rollOver.toFixed(2)}</span>
        <span className="num">{roll.toFixed(2)}</span>
        <span className={classNames('num', netPaise > 0 && 'win', netPaise < 0 && 'loss')}>{formatNet(netPaise)}</span>
      </Link>
    </li>
  )
}

/** The newest own bets; each leads to its proof. */
export function OwnPlays(): ReactNode {
  const { data, isError, isFetching, refetch } = useListDicePlaysQuery({ limit: playsShown })
  return (
    <section className={styles.list} aria-labelledby="my-bets">
      <header>
        <h2 className={styles.heading} id="my-bets">
          My bets
        </h2>
      </header>
      {data && data.plays.length > 0 && (
        <Rows className={styles.bets}>
          {data.plays.map((play) => (
            <PlayRow key={play.betId} {...play} />
          ))}
        </Rows>
      )}
      {data?.plays.length === 0 && (
        <EmptyState art={chip} title="No bets yet">
          Your bets appear here with their seed.
        </EmptyState>
      )}
      {!data && isError && <ErrorState title={networkErrorText} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton />}
    </section>
  )
}
