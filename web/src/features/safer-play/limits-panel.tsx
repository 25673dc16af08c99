import type { Input, Paise, PlayLimit, SaferPlay, setLimit } from '@kismet/contracts'
import { LimitPeriod, LimitType, getDeposited, limits as siteLimits, paise, paiseOfRupees } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { amountText, formatRupeesShort, parseRupees } from '@kismet/ui/format/money.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { queryHook } from '../../entities/session/from-contract.ts'
import styles from './safer-play.module.css'
import { useLimitChange } from './use-limit-change.ts'

/** A limit of a kind that this release can set. */
type KnownLimit = PlayLimit & { readonly type: LimitType; readonly period: LimitPeriod }

function typeWord(type: LimitType): string {
  const words = { deposit: t`Deposit`, loss: t({ message: 'Loss', context: 'limit' }), wager: t`Wager` }
  return words[type]
}

/** What a limit is on, in a sentence of its own under its name. */
function typeLine(type: LimitType): string {
  const lines = {
    deposit: t`Pending and approved deposits.`,
    loss: t`What you bet minus what you won. Unfinished bets count as lost.`,
    wager: t`All your stakes, won or lost.`,
  }
  return lines[type]
}

function periodWord(period: LimitPeriod): string {
  const words = { day: t`Day`, week: t`Week`, month: t`Month` }
  return words[period]
}

/** What waits for a limit. The limit is named before a colon, which every language can do. */
function pendingLine({ type, period }: KnownLimit, { amount, at }: NonNullable<PlayLimit['pending']>): string {
  const limit = t`${typeWord(type)}, ${periodWord(period)}`
  const time = formatTime(at)
  if (amount === null) return t`${limit}: the limit ends on ${time}.`
  return t`${limit}: rises to ${formatRupeesShort(amount)} on ${time}.`
}

const mostPaise = paiseOfRupees(siteLimits.saferPlay.limitMaxRupees)
type Texts = Record<LimitPeriod, string>

/** What is typed: null for no limit, undefined for what is no amount that can be one. */
function typedPaise(text: string): Paise | null | undefined {
  if (text.trim() === '') return null
  const amount = parseRupees(text)
  return amount === null || amount > mostPaise ? undefined : paise(amount)
}

/** Whether a shorter period may have more than a longer one. Infinity is no limit. */
const isAbove = (shorter = Infinity, longer = Infinity): boolean => shorter !== Infinity && shorter > longer

/** The limits of a kind, all three at once: an empty field is no limit. */
function LimitForm({
  type,
  limits,
  onClose,
}: {
  type: LimitType
  limits: readonly PlayLimit[]
  onClose: () => void
}): ReactNode {
  const [before] = useState(limits)
  const textOf = (period: LimitPeriod): string => {
    const amount = before.find((limit) => limit.period === period)?.amount ?? null
    return amount === null ? '' : amountText(amount)
  }
  const [texts, setTexts] = useState<Texts>(() => ({
    day: textOf('day'),
    week: textOf('week'),
    month: textOf('month'),
  }))
  const [isChecked, setChecked] = useState(false)
  const [day, week, month] = LimitPeriod.options.map((period) => typedPaise(texts[period]) ?? Infinity)
  const { busy, change } = useLimitChange()
  const save = async (): Promise<void> => {
    setChecked(true)
    const typed = LimitPeriod.options.map((period) => ({ period, amount: typedPaise(texts[period]) }))
    if (typed.some(({ amount }) => amount === undefined)) return
    const changes = typed.flatMap(({ period, amount }): Input<typeof setLimit>[] =>
      amount === undefined || texts[period] === textOf(period) ? [] : [{ type, period, amount }],
    )
    if (await change(changes)) onClose()
  }
  return (
    <Form className={styles.form} aria-label={typeWord(type)} onSubmit={save}>
      {LimitPeriod.options.map((period) => (
        <AmountField
          key={period}
          label={periodWord(period)}
          name={period}
          text={texts[period]}
          locked={busy}
          error={
            isChecked && typedPaise(texts[period]) === undefined
              ? t`Enter an amount up to ${formatRupeesShort(mostPaise)}, or leave it empty`
              : undefined
          }
          onText={(text) => setTexts((all) => ({ ...all, [period]: text }))}
        />
      ))}
      <p
        className={textClass('small', 'muted')}
      >{t`Leave a field empty for no limit. Lower limits start now, higher ones after 24 hours.`}</p>
      {(isAbove(day, week) || isAbove(week, month) || isAbove(day, month)) && (
        <Notice>{t`A longer period has a lower limit. That limit is reached first.`}</Notice>
      )}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" busy={busy}>
          {t`Save`}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </Form>
  )
}

const useDeposited = queryHook(getDeposited, ['Deposits'])

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
  const { data: deposited } = useDeposited({}, { skip: type !== 'deposit', refetchOnMountOrArgChange: true })
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
            ? limits.map((limit) => (
                <Fragment key={limit.period}>
                  <LimitLine limit={limit} usedPaise={usedOf(limit)} />
                  {limit.pending && <Pending limit={limit} pending={limit.pending} />}
                </Fragment>
              ))
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
    </Panel>
  )
}
