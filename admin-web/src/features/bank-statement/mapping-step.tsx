import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { useUploadProgress } from '@kismet/app-kit/upload.ts'
import { previewBankStatement } from '@kismet/contracts'
import type { BankColumns } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Check from 'lucide-react/icons/check'
import FileX from 'lucide-react/icons/file-x'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatDate } from '../../core/format/time.ts'
import { useIsLeaving } from '../../core/leaving.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { loadedListing } from '../../core/table/table.ts'
import type { Table } from '../../core/table/table.ts'
import { useShowToast } from '../../entities/notices/use-show-toast.ts'
import { usePostBankStatementMutation, usePreviewBankStatementMutation } from './bank-api.ts'
import type { Preview } from './bank-api.ts'
import { Columns, Confirmed, Faults, Questions, titleOf, words } from './mapping-columns.tsx'
import { daysText } from './start.tsx'
import styles from './bank-statement.module.css'

type FirstRow = Preview['rows'][number]

const firstRows: Table<FirstRow> = {
  label: 'First rows',
  idOf: ({ row }) => String(row),
  columns: [
    { title: 'Day', text: ({ day }) => formatDate(day) },
    { title: 'Text', text: ({ text }) => text, place: 'line' },
    {
      title: 'UTR',
      text: ({ utr }) => utr ?? 'none',
      cell: ({ utr }) => <span className={textClass('mono')}>{utr ?? 'none'}</span>,
    },
    { title: 'Amount', text: ({ amount }) => formatRupees(amount), isNumber: true },
    { title: 'Balance', text: ({ balance }) => (balance === null ? '' : formatRupees(balance)), isNumber: true },
  ],
}

/** The first rows as they are read, or the raw lines while columns are missing. */
function FirstRows({ preview: { header, rows, cells, count } }: { preview: Preview }): ReactNode {
  const empty = { title: 'No rows' }
  if (rows.length > 0) {
    const note = count > rows.length ? `The first ${formatCount(rows.length)} of ${formatCount(count)} rows.` : null
    return <DataTable table={firstRows} listing={loadedListing(rows)} empty={empty} note={note} />
  }
  const lines = cells.map((line, at) => ({ at, line }))
  const table: Table<(typeof lines)[number]> = {
    label: 'First lines',
    idOf: ({ at }) => String(at),
    columns: header.map((_name, at) => ({ title: titleOf(header, at), text: ({ line }) => line[at] ?? '' })),
  }
  return <DataTable table={table} listing={loadedListing(lines)} empty={empty} />
}

function summaryOf({ count, from, to, leftOut, missing, headerLine }: Preview): string {
  if (missing.length > 0)
    return `Choose the column for ${missing.map((one) => (one === 'sign' ? words.sign : words[one].toLowerCase())).join(', ')}.`
  const days = from !== null && to !== null ? `, ${daysText({ from, to })}` : ''
  const others = leftOut > 0 ? ` · ${countText(leftOut, 'other line')} left out` : ''
  return `${countText(count, 'row')}${days} · header in line ${headerLine}${others}`
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
  const sending = useUploadProgress(previewBankStatement)
  if (failure === null)
    return <Skeleton rows={5} label={sending && sending.share < 1 ? 'Sending the file' : 'Reading the file'} />
  return (
    <ErrorState
      icon={FileX}
      title="This file could not be read"
      action={
        <Row as="span" wrap gap={2}>
          <Button onClick={retry}>Try again</Button>
          <Button kind="primary" onClick={onClose}>
            Choose another file
          </Button>
        </Row>
      }
    >
      {failure}
    </ErrorState>
  )
}

interface StepProps {
  file: File
  onKept: (id: string) => void
  onClose: () => void
}

/**
 * How the server reads the file with the columns that are chosen. What it said last stays until it has read the next; `chosen` are columns that it has not read yet, null once it
 * has.
 */
function usePreview(file: File) {
  const [preview, { data, error, isLoading }] = usePreviewBankStatementMutation()
  const [known, setKnown] = useState<Preview | null>(null)
  const [chosen, setChosen] = useState<BankColumns | null>(null)
  const sent = useRef<ReturnType<typeof preview> | null>(null)
  if (data && data !== known) {
    setKnown(data)
    setChosen(null)
  }
  const read = (columns: BankColumns | null): void => {
    setChosen(columns)
    // Only the newest choice counts.
    sent.current?.abort()
    sent.current = preview({ file, columns })
  }
  const failure = error === undefined ? null : (errorDetail(asCallError(error)) ?? 'The file could not be read.')
  return { known, chosen, failure, isReading: isLoading, read, retry: () => read(chosen) }
}

/** Why a file was not kept, as far as anybody knows. */
const notKeptText = (error: CallError): string =>
  `${errorDetail(error) ?? 'The statement was not stored.'}${isOutcomeUnknown(error) ? ' Sending it again is safe.' : ''}`

interface Keeping {
  /** @param leaveOut how many lines with a fault are left out */
  readonly keep: (columns: BankColumns, leaveOut: number) => Promise<void>
  readonly isKeeping: boolean
  /** Why the last try failed. */
  readonly postError: CallError | null
}

/** Keeps a file with its columns, and goes on to it, unless somebody looks at another page by now: they stay there, and are told. */
function useKeep(file: File, onKept: (id: string) => void): Keeping {
  const showToast = useShowToast()
  const [post, { error, isLoading }] = usePostBankStatementMutation()
  const isLeaving = useIsLeaving()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = !isLeaving
    return () => void (isHere.current = false)
  }, [isLeaving])
  const keep = async (columns: BankColumns, leaveOut: number): Promise<void> => {
    const kept = await post({ file, columns, leaveOut })
    const { statement, isKnown = false } = kept.data ?? {}
    if (isKnown) showToast('good', 'Read before', 'This file was imported before. No change.')
    if (isHere.current) {
      if (statement) onKept(statement._id)
    } else if (statement) {
      if (!isKnown) showToast('good', 'Statement read', `${file.name} waits under Bank statement.`)
    } else showToast('bad', 'Statement not read', notKeptText(asCallError(kept.error ?? {})))
  }
  return { keep, isKeeping: isLoading, postError: error === undefined ? null : asCallError(error) }
}

/** How the server reads a file: columns to look at and change, before anything is kept. */
export function MappingStep({ file, onKept, onClose }: StepProps): ReactNode {
  const { known, chosen, failure, isReading, read, retry } = usePreview(file)
  const { keep, isKeeping, postError } = useKeep(file, onKept)
  const [agreed, setAgreed] = useState<Preview | null>(null)
  const readFirst = useEffectEvent(() => read(null))
  useEffect(() => readFirst(), [])
  if (known === null)
    return (
      <Panel title={file.name}>
        <NotRead failure={failure} retry={retry} onClose={onClose} />
      </Panel>
    )
  const isAgreed = known.faultCount === 0 || (known.canLeaveOut === true && agreed === known)
  const isReady = chosen === null && known.missing.length === 0 && isAgreed && known.count > 0
  return (
    <Panel
      title={file.name}
      note={summaryOf(known)}
      end={<Button onClick={onClose}>Another file</Button>}
      foot={
        <>
          <span>{postError ? notKeptText(postError) : 'No row is stored or approved yet.'}</span>
          <Button
            kind="primary"
            icon={Check}
            className={textClass('push')}
            disabled={!isReady}
            busy={isKeeping}
            onClick={() => void keep(known.columns, known.faultCount)}
          >
            Match {countText(known.count, 'row')}
          </Button>
        </>
      }
    >
      <Stack gap={3} aria-busy={isReading}>
        <Row>
          <Confirmed preview={known} />
        </Row>
        <Columns preview={known} columns={chosen ?? known.columns} onColumns={read} />
      </Stack>
      {failure !== null && (
        <p className={styles.faults} role="alert">
          {failure} <Button onClick={retry}>Try again</Button>
        </p>
      )}
      <Questions preview={known} onColumns={read} />
      <Faults preview={known} isAgreed={isAgreed} onAgree={(isNow) => setAgreed(isNow ? known : null)} />
      <FirstRows preview={known} />
    </Panel>
  )
}
