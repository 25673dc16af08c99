import type { CallError } from '@kismet/app-kit/call-error.ts'
import { dayOf, startOfDay, statementFileRows } from '@kismet/contracts'
import chip from '@kismet/ui/art/chip-100.svg'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { DateInput } from '@kismet/ui/controls/date-input.tsx'
import { FieldBox } from '@kismet/ui/controls/field.tsx'
import { Options } from '@kismet/ui/controls/text-field.tsx'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatDay } from '@kismet/ui/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { plural, t } from '@lingui/core/macro'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { MessageDescriptor } from '@lingui/core'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode, UIEvent } from 'react'
import { useId, useState } from 'react'
import { networkErrorText, toastErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown } from '../../entities/notices/notices-slice.ts'
import { StatementLines } from './statement-lines.tsx'
import { gameChoices, resultChoices } from './statement-words.ts'
import type { Filters, ShownStatement } from './use-statement.ts'
import { useDownloadStatementMutation, useFilters, useStatement } from './use-statement.ts'
import styles from './statement.module.css'

/** So far above the end the next page is asked for. */
const nearEndPx = 400

function Choice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly { value: Value; word: MessageDescriptor }[]
  value: Value
  onChange: (value: Value) => void
}): ReactNode {
  const id = useId()
  return (
    <FieldBox>
      <label className={textClass('small', 'muted')} htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        <Options of={choices.map(({ value: one, word }) => [one, t(word)])} />
      </select>
      <Icon of={ChevronDown} size="s" />
    </FieldBox>
  )
}

/** The first or the last day of the lines. */
function DayChoice({
  label,
  value,
  onChange,
  ...limits
}: {
  label: string
  value: string | undefined
  min?: string | undefined
  max: string
  onChange: (day: string | undefined) => void
}): ReactNode {
  const id = useId()
  return (
    <FieldBox>
      <label className={textClass('small', 'muted')} htmlFor={id}>
        {label}
      </label>
      <DateInput id={id} {...limits} value={value ?? ''} onValue={(day) => onChange(day === '' ? undefined : day)} />
    </FieldBox>
  )
}

/** The same lines as a file, with those that the page does not go back to. */
function FileButton({ filters }: { filters: Filters }): ReactNode {
  const dispatch = useAppDispatch()
  const [fetchFile, { isLoading }] = useDownloadStatementMutation()
  const save = async (): Promise<void> => {
    const { error } = await fetchFile(filters)
    if (error) dispatch(failureShown(error, (failed) => toastErrorText(failed, t`The file could not be downloaded`)))
  }
  return (
    <Button icon={ArrowDownToLine} busy={isLoading} onClick={() => void save()}>
      {t`Download CSV`}
    </Button>
  )
}

/** A failed read must never look like an empty statement. */
function NotRead({ error, busy, onRetry }: { error: CallError; busy: boolean; onRetry: () => void }): ReactNode {
  const isDown = error.status === 503
  return (
    <ErrorState
      title={isDown ? t`The statement is not available right now` : networkErrorText()}
      busy={busy}
      onRetry={onRetry}
    >
      {isDown && t`Your balance and your games are safe. The statement comes back by itself.`}
    </ErrorState>
  )
}

function Rest({ statement }: { statement: ShownStatement }): ReactNode {
  const { hasMore, isCut, isFetching, error, readMore } = statement
  if (isCut) {
    const most = statementFileRows.toLocaleString('en-IN')
    return <p className={textClass('small', 'muted')}>{t`The CSV file has the newest ${most} lines.`}</p>
  }
  if (!hasMore) return null
  return (
    <Button kind="quiet" busy={isFetching} onClick={readMore}>
      {error ? t`Try again` : t`Show older lines`}
    </Button>
  )
}

function Lines({ statement, isNarrowed }: { statement: ShownStatement; isNarrowed: boolean }): ReactNode {
  const { lines, unreadable, error, isFetching, readMore, readAnew } = statement
  if (lines === undefined)
    return error ? <NotRead error={error} busy={isFetching} onRetry={readAnew} /> : <Skeleton rows={5} />
  if (lines.length === 0 && unreadable === 0)
    return (
      <EmptyState art={chip} title={isNarrowed ? t`No transactions match these filters` : t`No transactions yet`}>
        {isNarrowed
          ? t`Choose All, and no days, to see every line.`
          : t`Your bets, deposits and withdrawals appear here.`}
      </EmptyState>
    )
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    // After a failure its reader decides: a list that is scrolled to and fro would ask without end.
    if (!error && scrollHeight - scrollTop - clientHeight < nearEndPx) readMore()
  }
  return (
    <div
      className={classNames(textClass('low'), styles.scroll)}
      tabIndex={0}
      role="group"
      aria-label={t`Transactions`}
      onScroll={onScroll}
    >
      <StatementLines lines={lines} />
      {unreadable > 0 && (
        <p className={textClass('small', 'muted')}>
          {plural(unreadable, {
            one: '# line cannot be shown here. Reload the page, or look at the CSV file.',
            other: '# lines cannot be shown here. Reload the page, or look at the CSV file.',
          })}
        </p>
      )}
      <Rest statement={statement} />
    </div>
  )
}

/** The own bets, deposits, withdrawals and bonus with the balance after each (spec 2.9). */
export function StatementPanel(): ReactNode {
  const [filters, change] = useFilters()
  const statement = useStatement(filters)
  const titleId = useId()
  const [today] = useState(() => dayOf(Date.now()))
  const { gameType, result, from, to } = filters
  const { lines, openingPaise, error, isFetching, isBehind, readAnew } = statement
  return (
    <section className={panelClass} aria-labelledby={titleId}>
      <Row wrap gap={2} className={styles.head}>
        <Row spread gap={2} className={styles.title}>
          <h2 id={titleId}>{t`Transactions`}</h2>
          {isBehind && (
            <Button kind="quiet" busy={isFetching} onClick={readAnew}>
              {t`Show the newest lines`}
            </Button>
          )}
        </Row>
        <div className={styles.filters}>
          <Choice
            label={t`Game`}
            choices={gameChoices}
            value={gameType}
            onChange={(value) => change({ gameType: value })}
          />
          <Choice
            label={t`Result`}
            choices={resultChoices}
            value={result}
            onChange={(value) => change({ result: value })}
          />
        </div>
        <div className={classNames(styles.filters, styles.days)}>
          <DayChoice label={t`From day`} value={from} max={to ?? today} onChange={(day) => change({ from: day })} />
          <DayChoice label={t`To day`} value={to} min={from} max={today} onChange={(day) => change({ to: day })} />
        </div>
        <FileButton filters={filters} />
      </Row>
      {lines && error && <StaleNotice busy={isFetching} onRetry={readAnew} />}
      {from !== undefined && openingPaise !== undefined && (
        <p className={textClass('small', 'muted')}>
          {t`Balance before ${formatDay(startOfDay(from))}: ${formatRupees(openingPaise)}`}
        </p>
      )}
      <div className={styles.lines}>
        <Lines
          key={JSON.stringify(filters)}
          statement={statement}
          isNarrowed={gameType !== 'All' || result !== 'All' || from !== undefined || to !== undefined}
        />
      </div>
    </section>
  )
}
