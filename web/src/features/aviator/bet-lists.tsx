import chip from '@kismet/ui/art/chip-100.svg'
import { maskedName } from '@kismet/contracts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { TabPanel, Tabs } from '@kismet/ui/controls/choice.tsx'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet, formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formErrorText, networkErrorText } from '../../core/error-text.ts'
import { roundPath } from '../../core/paths.ts'
import { useAppSelector } from '../../core/store.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { selectSession } from '../../entities/session/session-slice.ts'
import { useListAviatorTopWinsQuery } from './aviator-api.ts'
import type { AviatorDesk } from './aviator-desk.ts'
import { othersBets } from './live-bets.ts'
import type { LiveBet } from './live-bets.ts'
import type { ListedBet, OwnBet } from './table.ts'
import { betOf } from './table.ts'
import { useTable } from './use-aviator.ts'
import styles from './bet-lists.module.css'

type Shown = 'live' | 'own' | 'top'
const topEveryMs = 60_000

/** The heads of four columns. */
function Heads({ names }: { names: readonly [string, string, string, string] }): ReactNode {
  return (
    <li className={styles.heads} aria-hidden="true">
      {names.map((name, at) => (
        <span key={name} className={textClass(at > 0 && 'num')}>
          {name}
        </span>
      ))}
    </li>
  )
}

interface Standing {
  readonly multiplier: number | null
  readonly payoutPaise: number | null
  readonly isLost: boolean
  readonly isFlying: boolean
}

/** What a bet of the round has come to: at which multiplier, and how much. */
function Came({ multiplier, payoutPaise, isLost, isFlying }: Standing): ReactNode {
  if (multiplier !== null && payoutPaise !== null)
    return (
      <>
        <span className={textClass('num', 'win')}>{formatMultiplier(multiplier)}</span>
        <span className={textClass('num', 'win')}>{formatRupees(payoutPaise)}</span>
      </>
    )
  return (
    <>
      <span className={textClass('num', isLost ? 'loss' : 'muted')}>
        {isLost ? t`lost` : isFlying ? t`flying` : '–'}
      </span>
      <span className={textClass('num', 'muted')}>–</span>
    </>
  )
}

const standingOfOwn = ({ status, multiplier, payoutPaise }: OwnBet, isFlying: boolean): Standing => ({
  multiplier: status === 'cashed_out' ? multiplier : null,
  payoutPaise: status === 'cashed_out' ? payoutPaise : null,
  isLost: status === 'lost',
  isFlying: isFlying && status === 'open',
})

function LiveRow({ bet, phase }: { bet: LiveBet; phase: string | undefined }): ReactNode {
  return (
    <li>
      <span>{bet.name}</span>
      <span className={textClass('num')}>{formatRupeesShort(bet.stakePaise)}</span>
      <Came {...bet} isLost={phase === 'crashed'} isFlying={phase === 'flying'} />
    </li>
  )
}

/** The bets of this round, the own one first. */
function LiveList({ desk }: { desk: AviatorDesk }): ReactNode {
  const { rows, count } = useTable(desk, ({ liveBets }) => liveBets)
  const own = useTable(desk, betOf)
  const phase = useTable(desk, ({ round }) => round?.phase)
  const email = useAppSelector(selectSession)?.user.email ?? ''
  const others = own === null ? rows : othersBets(rows, { name: maskedName(email), stakePaise: own.stakePaise })
  if (rows.length === 0 && own === null && count !== 0)
    return (
      <EmptyState art={chip} title={t`You joined during this round`}>
        {t`Bets and cash-outs appear here from now on. Names are masked.`}
      </EmptyState>
    )
  if (rows.length === 0 && own === null)
    return (
      <EmptyState art={chip} title={t`No bets in this round yet`}>
        {t`Bets appear here as they are placed. Names are masked.`}
      </EmptyState>
    )
  return (
    <ul className={styles.rows} aria-label={t`Live bets`}>
      <Heads names={[t`Player`, t`Bet`, t({ message: 'At', context: 'multiplier' }), t`Won`]} />
      {own && (
        <li className={styles.me}>
          <strong>{t`You`}</strong>
          <span className={textClass('num')}>{formatRupeesShort(own.stakePaise)}</span>
          <Came {...standingOfOwn(own, phase === 'flying')} />
        </li>
      )}
      {others.map((bet) => (
        <LiveRow key={bet.place} bet={bet} phase={phase} />
      ))}
    </ul>
  )
}

function OwnRow({ roundId, roundNumber, betAmount, status, multiplier, payout }: ListedBet): ReactNode {
  const isOver = status === 'cashed_out' || status === 'lost'
  const netPaise = isOver ? (payout ?? 0) - betAmount : 0
  return (
    <li>
      <Link to={roundPath(roundId)}>
        <span>{roundNumber}</span>
        <span className={textClass('num')}>{formatRupeesShort(betAmount)}</span>
        <span className={textClass('num')}>
          {status === 'cashed_out' && multiplier !== null && formatMultiplier(multiplier)}
          {status === 'lost' && t`lost`}
          {status === 'open' && t`open`}
          {status === 'refunded' && t`refunded`}
          {status === 'other' && t`other`}
        </span>
        <span className={classNames(textClass('num'), netClass(netPaise))}>{isOver ? formatNet(netPaise) : '–'}</span>
      </Link>
    </li>
  )
}

function OwnList(): ReactNode {
  const { data, error, isFetching, refetch } = aviatorBetsApi.useListAviatorBetsQuery(undefined)
  if (!data && error) return <ErrorState title={networkErrorText()} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  if (data.bets.length === 0)
    return (
      <EmptyState art={chip} title={t`No bets yet`}>
        {t`Your bets appear here with their seed.`}
      </EmptyState>
    )
  return (
    <>
      {error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      <ul className={styles.rows} aria-label={t`My bets`}>
        <Heads names={[t`Round`, t`Bet`, t({ message: 'At', context: 'multiplier' }), t`Net`]} />
        {data.bets.map((bet) => (
          <OwnRow key={bet.betId} {...bet} />
        ))}
      </ul>
    </>
  )
}

function TopList(): ReactNode {
  const { data, error, isFetching, refetch } = useListAviatorTopWinsQuery({}, { pollingInterval: topEveryMs })
  if (!data && error)
    return (
      <ErrorState
        title={formErrorText(asCallError(error), networkErrorText())}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton />
  if (data.wins.length === 0)
    return (
      <EmptyState art={chip} title={t`No wins today yet`}>
        {t`The largest payouts of the day appear here.`}
      </EmptyState>
    )
  return (
    <>
      {error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      <ul className={styles.rows} aria-label={t`Top wins today`}>
        <Heads names={[t`Player`, t`Time`, t({ message: 'At', context: 'multiplier' }), t`Won`]} />
        {data.wins.map(({ name, roundId, multiplier, payout, at }) => (
          <li key={`${roundId} ${name} ${at}`}>
            <Link to={roundPath(roundId)}>
              <span>{name}</span>
              <span className={textClass('num')}>{formatTime(Date.parse(at))}</span>
              <span className={textClass('num')}>{formatMultiplier(multiplier)}</span>
              <span className={textClass('num', 'win')}>{formatRupees(payout)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Live bets of this round, own bets, and the largest wins of the day. */
export function BetLists({ desk }: { desk: AviatorDesk }): ReactNode {
  const [shown, setShown] = useState<Shown>('live')
  const count = useTable(desk, ({ liveBets }) => liveBets.count) ?? 0
  const options = [
    { value: 'live', label: count > 0 ? t`Live bets · ${count}` : t`Live bets` },
    { value: 'own', label: t`My bets` },
    { value: 'top', label: t`Top wins today` },
  ] as const
  return (
    <section aria-label={t`Bets`}>
      <Tabs of="aviator-bets" look="line" label={t`Bets`} options={options} value={shown} onChange={setShown} />
      <TabPanel of="aviator-bets" value={shown}>
        {shown === 'live' && <LiveList desk={desk} />}
        {shown === 'own' && <OwnList />}
        {shown === 'top' && <TopList />}
      </TabPanel>
    </section>
  )
}
