import chip from '@kismet/ui/art/chip-100.svg'
import { maskedName, listAviatorTopWins } from '@kismet/contracts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { TabPanel, Tabs } from '@kismet/ui/controls/choice.tsx'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { formatNet, formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from '../../core/link.tsx'
import { formErrorText, networkErrorText } from '../../core/error-text.ts'
import { QueryState } from '../../core/query-state.tsx'
import { roundPath } from '../../core/paths.ts'
import { useAppSelector } from '../../core/store.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { NoBets } from '../../entities/game/own-plays.tsx'
import { selectSession } from '../../entities/session/session-slice.ts'
import type { AviatorController } from './aviator-controller.ts'
import { othersBets } from './live-bets.ts'
import type { LiveBet } from './live-bets.ts'
import type { ListedBet, OwnBet } from './aviator-state.ts'
import { betOf } from './aviator-state.ts'
import { useAviatorState } from './use-aviator.ts'
import { queryHook } from '../../entities/session/from-contract.ts'
import styles from './bet-lists.module.css'

/** The largest wins of the day. */
const useListAviatorTopWinsQuery = queryHook(listAviatorTopWins)

type Shown = 'live' | 'own' | 'top'
const topEveryMs = 60_000

const multiplierHead = (): string => t({ message: 'At', context: 'multiplier' })

/** Rows under the heads of four columns. */
function Columns({
  label,
  heads,
  children,
}: {
  label: string
  heads: readonly string[]
  children: ReactNode
}): ReactNode {
  return (
    <ul className={styles.rows} aria-label={label}>
      <li className={styles.heads} aria-hidden="true">
        {heads.map((name, at) => (
          <span key={name} className={textClass(at > 0 && 'num')}>
            {name}
          </span>
        ))}
      </li>
      {children}
    </ul>
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

const standingOfOwn = ({ status, multiplier, payout }: OwnBet, isFlying: boolean): Standing => ({
  multiplier: status === 'cashed_out' ? multiplier : null,
  payoutPaise: status === 'cashed_out' ? payout : null,
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
function LiveList({ controller }: { controller: AviatorController }): ReactNode {
  const { rows, count } = useAviatorState(controller, ({ liveBets }) => liveBets)
  const own = useAviatorState(controller, betOf)
  const phase = useAviatorState(controller, ({ round }) => round?.phase)
  const email = useAppSelector(selectSession)?.user.email ?? ''
  const others = own === null ? rows : othersBets(rows, { name: maskedName(email), stakePaise: own.betAmount })
  if (rows.length === 0 && own === null)
    return (
      <EmptyState art={chip} title={count === 0 ? t`No bets in this round yet` : t`You joined during this round`}>
        {count === 0
          ? t`Bets appear here as they are placed. Names are masked.`
          : t`Bets and cash-outs appear here from now on. Names are masked.`}
      </EmptyState>
    )
  return (
    <Columns label={t`Live bets`} heads={[t`Player`, t`Bet`, multiplierHead(), t`Won`]}>
      {own && (
        <li className={styles.me}>
          <strong>{t`You`}</strong>
          <span className={textClass('num')}>{formatRupeesShort(own.betAmount)}</span>
          <Came {...standingOfOwn(own, phase === 'flying')} />
        </li>
      )}
      {others.map((bet) => (
        <LiveRow key={bet.place} bet={bet} phase={phase} />
      ))}
    </Columns>
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
  return (
    <QueryState of={aviatorBetsApi.useListAviatorBetsQuery(undefined)}>
      {({ bets }) =>
        bets.length === 0 ? (
          <NoBets />
        ) : (
          <Columns label={t`My bets`} heads={[t`Round`, t`Bet`, multiplierHead(), t`Net`]}>
            {bets.map((bet) => (
              <OwnRow key={bet.betId} {...bet} />
            ))}
          </Columns>
        )
      }
    </QueryState>
  )
}

function TopList(): ReactNode {
  const query = useListAviatorTopWinsQuery({}, { pollingInterval: topEveryMs })
  return (
    <QueryState of={query} failed={formErrorText(asCallError(query.error ?? {}), networkErrorText())}>
      {({ wins }) =>
        wins.length === 0 ? (
          <EmptyState art={chip} title={t`No wins today yet`}>
            {t`The largest payouts of the day appear here.`}
          </EmptyState>
        ) : (
          <Columns label={t`Top wins today`} heads={[t`Player`, t`Time`, multiplierHead(), t`Won`]}>
            {wins.map(({ name, roundId, multiplier, payout, at }) => (
              <li key={`${roundId} ${name} ${at}`}>
                <Link to={roundPath(roundId)}>
                  <span>{name}</span>
                  <span className={textClass('num')}>{formatTime(Date.parse(at))}</span>
                  <span className={textClass('num')}>{formatMultiplier(multiplier)}</span>
                  <span className={textClass('num', 'win')}>{formatRupees(payout)}</span>
                </Link>
              </li>
            ))}
          </Columns>
        )
      }
    </QueryState>
  )
}

/** Live bets of this round, own bets, and the largest wins of the day. */
export function BetLists({ controller }: { controller: AviatorController }): ReactNode {
  const [shown, setShown] = useState<Shown>('live')
  const count = useAviatorState(controller, ({ liveBets }) => liveBets.count) ?? 0
  const options = [
    { value: 'live', label: count > 0 ? t`Live bets · ${count}` : t`Live bets` },
    { value: 'own', label: t`My bets` },
    { value: 'top', label: t`Top wins today` },
  ] as const
  return (
    <section aria-label={t`Bets`}>
      <Tabs of="aviator-bets" variant="line" label={t`Bets`} options={options} value={shown} onChange={setShown} />
      <TabPanel of="aviator-bets" value={shown}>
        {shown === 'live' && <LiveList controller={controller} />}
        {shown === 'own' && <OwnList />}
        {shown === 'top' && <TopList />}
      </TabPanel>
    </section>
  )
}
