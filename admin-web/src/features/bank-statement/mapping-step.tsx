import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { useSending } from '@kismet/app-kit/upload.ts'
import { columnMeanings, previewBankStatement } from '@kismet/contracts'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileX from 'lucide-react/icons/file-x'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { usePostBankStatementMutation, usePreviewBankStatementMutation } from './bank-api.ts'
import type { Preview } from './bank-api.ts'
import { daysText } from './start.tsx'
import styles from './bank-statement.module.css'
import tableStyles from './bank-table.module.css'

const words: Readonly<Record<ColumnMeaning, string>> = {
  date: 'Date',
  text: 'Text',
  reference: 'Reference',
  credit: 'Credit',
  debit: 'Debit',
  amount: 'Amount',
  sign: 'CR or DR',
  balance: 'Balance',
}

/** Another column for a meaning; the one that had it before means nothing then. */
function withColumn(columns: BankColumns, meaning: ColumnMeaning, column: number | null): BankColumns {
  const next = { ...columns, [meaning]: column }
  for (const other of columnMeanings)
    if (other !== meaning && column !== null && next[other] === column) next[other] = null
  return next
}

interface MappingProps {
  preview: Preview
  busy: boolean
  onColumns: (columns: BankColumns) => void
}

function Columns({ preview: { header, columns, missing }, busy, onColumns }: MappingProps): ReactNode {
  return (
    <div className={styles.picks} role="group" aria-label="Columns">
      {columnMeanings.map((meaning) => (
        <label key={meaning} className={styles.pick} data-missing={missing.includes(meaning) || undefined}>
          {words[meaning]}
          <select
            value={columns[meaning] ?? ''}
            disabled={busy}
            onChange={({ target: { value } }) =>
              onColumns(withColumn(columns, meaning, value === '' ? null : Number(value)))
            }
          >
            <option value="">none</option>
            {header.map((name, at) => (
              <option key={at} value={at}>
                {name === '' ? `Column ${at + 1}` : name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}

/** The first rows as they are read, or as they stand where nobody can read them yet. */
function FirstRows({ preview: { header, rows, cells } }: { preview: Preview }): ReactNode {
  if (rows.length === 0)
    return (
      <div className={tableStyles.scroll}>
        <table className={tableStyles.table} aria-label="First lines">
          <thead>
            <tr>
              {header.map((name, at) => (
                <th key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.map((line, at) => (
              <tr key={at}>
                {line.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  return (
    <div className={tableStyles.scroll}>
      <table className={tableStyles.table} aria-label="First rows">
        <thead>
          <tr>
            {['Day', 'Text', 'UTR', 'Amount', 'Balance'].map((name, at) => (
              <th key={name} scope="col" className={at > 2 ? tableStyles.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, day, text, utr, amount, balance }) => (
            <tr key={row}>
              <td>{formatDate(day)}</td>
              <td className={tableStyles.text}>{text}</td>
              <td className="mono">{utr ?? 'none'}</td>
              <td className={tableStyles.number}>{formatRupees(amount)}</td>
              <td className={tableStyles.number}>{balance === null ? '' : formatRupees(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What cannot be read, and where. */
function Faults({ preview: { faults, faultCount } }: { preview: Preview }): ReactNode {
  if (faultCount === 0) return null
  return (
    <div className={styles.faults} role="alert">
      <p>
        <b>{faultCount === 1 ? 'One line cannot be read.' : `${formatCount(faultCount)} lines cannot be read.`}</b>{' '}
        Nothing is taken of a file with such a line: choose other columns, or put the file right.
      </p>
      <ul>
        {faults.map(({ line, column, message }) => (
          <li key={`${line} ${column}`}>
            Line {line}
            {column !== null && `, ${column}`}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function summaryOf({ count, from, to, leftOut, missing, headerLine }: Preview): string {
  if (missing.length > 0)
    return `Say which column is the ${missing.map((one) => words[one].toLowerCase()).join(', the ')}.`
  const days = from !== null && to !== null ? `, ${daysText({ from, to })}` : ''
  const others = leftOut > 0 ? ` · ${formatCount(leftOut)} other lines left out` : ''
  return `${formatCount(count)} rows${days} · header in line ${headerLine}${others}`
}

/** The file on its way to be read, or why it cannot be. */
function NotRead({
  failure,
  retry,
  onClose,
}: {
  failure: string | null
  retry: () => void
  onClose: () => void
}): ReactNode {
  const sending = useSending(previewBankStatement)
  if (failure === null)
    return <Skeleton rows={5} label={sending && sending.share < 1 ? 'Sending the file' : 'Reading the file'} />
  return (
    <ErrorState
      icon={FileX}
      title="This file could not be read"
      action={
        <span className={styles.buttons}>
          <Button onClick={retry}>Try again</Button>
          <Button kind="primary" onClick={onClose}>
            Choose another file
          </Button>
        </span>
      }
    >
      {failure}
    </ErrorState>
  )
}

/** Why a file was not kept, as far as anybody knows. */
const notKeptText = (error: CallError): string =>
  `${errorDetail(error) ?? 'It could not be kept.'}${isOutcomeUnknown(error) ? ' Sending it again is safe.' : ''}`

/** Keeps a file with its columns, and goes on to it, unless somebody looks at another page by now: they stay there, and are told. */
function useKeep(file: File, onKept: (id: string) => void) {
  const dispatch = useDispatch()
  const [post, { error, isLoading }] = usePostBankStatementMutation()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const keep = async (columns: BankColumns): Promise<void> => {
    const kept = await post({ file, columns })
    const { statement, isKnown = false } = kept.data ?? {}
    if (isKnown) dispatch(noticeShown('good', 'Read before', 'This file was read before. Nothing has changed.'))
    if (isHere.current) {
      if (statement) onKept(statement._id)
    } else if (statement) {
      if (!isKnown) dispatch(noticeShown('good', 'Statement read', `${file.name} waits under Bank statement.`))
    } else {
      const failure = asCallError(kept.error ?? {})
      // The end of a session says so itself.
      if (failure.status !== 401) dispatch(noticeShown('bad', 'Statement not read', notKeptText(failure)))
    }
  }
  return { keep, isKeeping: isLoading, postError: error === undefined ? null : asCallError(error) }
}

interface StepProps {
  file: File
  onKept: (id: string) => void
  onClose: () => void
}

/** How the server reads a file: columns to look at and change, before anything is kept. */
export function MappingStep({ file, onKept, onClose }: StepProps): ReactNode {
  const [preview, { data, error, isLoading }] = usePreviewBankStatementMutation()
  const { keep, isKeeping, postError } = useKeep(file, onKept)
  const read = (columns: BankColumns | null): void => void preview({ file, columns })
  const readFirst = useEffectEvent(() => read(null))
  useEffect(() => readFirst(), [])
  const failure = error === undefined ? null : (errorDetail(asCallError(error)) ?? 'It could not be read.')
  if (data === undefined)
    return (
      <Panel title={file.name}>
        <NotRead failure={failure} retry={() => read(null)} onClose={onClose} />
      </Panel>
    )
  const isReady = data.missing.length === 0 && data.faultCount === 0 && data.count > 0
  return (
    <Panel
      title={file.name}
      note={summaryOf(data)}
      end={<Button onClick={onClose}>Another file</Button>}
      foot={
        <>
          <span>{postError ? notKeptText(postError) : 'Nothing is kept or approved before you go on.'}</span>
          <Button
            kind="primary"
            icon={Check}
            className={styles.go}
            disabled={!isReady || isLoading}
            busy={isKeeping}
            onClick={() => void keep(data.columns)}
          >
            Match {formatCount(data.count)} rows
          </Button>
        </>
      }
    >
      <div className={styles.mapping}>
        {data.confirmed ? (
          <Tag tone="good" icon={CircleCheck}>
            recognised, as {data.confirmed.by} said on {formatDay(data.confirmed.at)}
          </Tag>
        ) : (
          <Tag tone="warn" icon={CircleAlert}>
            a new header: look at its columns
          </Tag>
        )}
        <Columns preview={data} busy={isLoading} onColumns={read} />
      </div>
      {failure !== null && (
        <p className={styles.faults} role="alert">
          {failure}
        </p>
      )}
      <Faults preview={data} />
      <FirstRows preview={data} />
    </Panel>
  )
}
