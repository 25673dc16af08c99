import { LimitPeriod, LimitType } from '@kismet/contracts'
import type { SaferPlay } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { LimitForm } from './limit-form.tsx'
import type { KnownLimit } from './limit-words.ts'
import { pendingLine, periodWord, typeLine, typeWord } from './limit-words.ts'
import { useGetDepositedQuery } from './safer-play-api.ts'
import { useLimitChange } from './use-limit-change.ts'
import styles from './safer-play.module.css'

/** How full a limit is before it is shown as nearly reached. */
const nearlyPercent = 80

/** A line of a period: its name, what is said of its limit, and how full that is. */
function Line({
  period,
  none = false,
  percent = 0,
  children,
}: {
  period: LimitPeriod
  none?: boolean
  percent?: number
  children?: ReactNode
}): ReactNode {
  return (
    <Stack gap={1} className={styles.limit}>
      <Row as="p" spread gap={3} className={textClass('small')}>
        <span className={textClass('muted')}>{periodWord(period)}</span>
        <span className={textClass('muted')}>{children}</span>
      </Row>
      <div className={classNames(styles.bar, none && styles.none)} aria-hidden="true">
        <i className={classNames(percent >= nearlyPercent && styles.near)} style={{ width: `${percent}%` }} />
      </div>
    </Stack>
  )
}

/** A limit with the used amount of its period; `usedPaise` is undefined while it is unknown. */
function LimitLine({ limit, usedPaise }: { limit: KnownLimit; usedPaise: number | undefined }): ReactNode {
  const { period, amount } = limit
  // A net win counts as a loss of 0.
  const used = usedPaise === undefined ? undefined : Math.max(0, usedPaise)
  const percent = amount === null || used === undefined ? 0 : amount === 0 ? 100 : Math.min(100, (used / amount) * 100)
  const of = amount === null ? '' : formatRupeesShort(amount)
  return (
    <Line period={period} none={amount === null} percent={percent}>
      {amount === null ? (
        t`No limit`
      ) : used === undefined ? (
        of
      ) : (
        <Trans>
          <b>{formatRupeesShort(used)}</b> of {of}
        </Trans>
      )}
    </Line>
  )
}

/** What is waiting for this limit, and the way back. */
function Pending({ limit, pending }: { limit: KnownLimit; pending: NonNullable<KnownLimit['pending']> }): ReactNode {
  const { change, busy } = useLimitChange()
  const { type, period, amount } = limit
  return (
    <Notice tone="warn" icon={Hourglass}>
      <span className={styles.pending}>
        <span>{pendingLine(limit, pending)}</span>
        <Button kind="bare" busy={busy} onClick={() => void change([{ type, period, amount }])}>
          {t`Cancel this change`}
        </Button>
      </span>
    </Notice>
  )
}

function LimitsOfType({ type, limits }: { type: LimitType; limits: readonly KnownLimit[] | undefined }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLLIElement>(null)
  const hasTurned = useRef(false)
  const turn = (open: boolean): void => {
    hasTurned.current = true
    setOpen(open)
  }
  // The control that had the focus is gone.
  useEffect(() => {
    if (hasTurned.current) place.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'button')?.focus()
  }, [isOpen])
  const { data: deposited } = useGetDepositedQuery({}, { skip: type !== 'deposit', refetchOnMountOrArgChange: true })
  const usedOf = ({ period, used }: KnownLimit): number | undefined => (type === 'deposit' ? deposited?.[period] : used)
  return (
    <Stack ref={place} as="li" gap={3}>
      <div>
        <h3>{typeWord(type)}</h3>
        <p className={textClass('small', 'muted')}>{typeLine(type)}</p>
      </div>
      {isOpen && limits ? (
        <LimitForm type={type} limits={limits} onClose={() => turn(false)} />
      ) : (
        <>
          {limits
            ? limits.map((limit) => <LimitLine key={limit.period} limit={limit} usedPaise={usedOf(limit)} />)
            : LimitPeriod.options.map((period) => <Line key={period} period={period} />)}
          <Button
            kind="quiet"
            disabled={!limits}
            aria-label={`${t`Change`}: ${typeWord(type)}`}
            onClick={() => turn(true)}
          >
            {t`Change`}
          </Button>
        </>
      )}
    </Stack>
  )
}

/** The nine limits, those of a kind together, and what waits for them; undefined until they are known. */
export function LimitsPanel({ limits }: { limits: SaferPlay['limits'] | undefined }): ReactNode {
  const known = limits?.flatMap(({ type, period, ...limit }) =>
    type === 'other' || period === 'other' ? [] : { type, period, ...limit },
  )
  const of = (type: LimitType): KnownLimit[] | undefined =>
    known &&
    LimitPeriod.options.flatMap((period) => known.filter((limit) => limit.type === type && limit.period === period))
  return (
    <Panel title={t`Your limits`}>
      <Stack as="ul" gap={6} wide="thirds" className={styles.types} aria-busy={!limits}>
        {LimitType.options.map((type) => (
          <LimitsOfType key={type} type={type} limits={of(type)} />
        ))}
      </Stack>
      {known?.map((limit) => {
        const { type, period, pending } = limit
        return pending && <Pending key={`${type} ${period}`} limit={limit} pending={pending} />
      })}
    </Panel>
  )
}
