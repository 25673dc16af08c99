import { Row } from '@kismet/ui/layout/layout.tsx'
import { columnMeanings, noColumn } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { Options } from '@kismet/ui/controls/text-field.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { BankColumns, ColumnMeaning, OrOther } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatDay } from '../../core/format/time.ts'
import { Pick } from '../../core/table/pick.tsx'
import type { Preview } from './bank-api.ts'
import styles from './bank-statement.module.css'

export const words: Readonly<Record<OrOther<ColumnMeaning>, string>> = {
  date: 'Date',
  text: 'Text',
  reference: 'Reference',
  credit: 'Credit',
  debit: 'Debit',
  amount: 'Amount',
  sign: 'CR or DR',
  balance: 'Balance',
  other: 'Other',
}

/** Another column for a meaning. An earlier meaning of that column ends; an amount with a sign keeps both. */
function withColumn(columns: BankColumns, meaning: ColumnMeaning, column: number | null): BankColumns {
  const { isReferenceFirst, ...others } = columns
  const kept = meaning === 'reference' || isReferenceFirst === undefined ? others : columns
  const next = { ...kept, [meaning]: column }
  const isBoth = (other: ColumnMeaning) => meaning === 'sign' && other === 'amount'
  for (const other of columnMeanings)
    if (other !== meaning && !isBoth(other) && column !== noColumn && column !== null && next[other] === column)
      next[other] = null
  return next
}

/** Meanings that can be missing in a file. An admin can answer that the file has no such column. */
const mayBeNone: readonly ColumnMeaning[] = ['reference', 'debit', 'balance']

interface UnchosenProps {
  meaning: ColumnMeaning
  column: number | null
  isMissing: boolean
}

/** The answers that are no column. */
function Unchosen({ meaning, column, isMissing }: UnchosenProps): ReactNode {
  const canBeNone = mayBeNone.includes(meaning)
  return (
    <>
      {(!canBeNone || column === null) && <option value="">{canBeNone && isMissing ? 'choose' : 'none'}</option>}
      {canBeNone && <option value={noColumn}>no such column</option>}
    </>
  )
}

/** The name of a column. */
export const titleOf = (header: readonly string[], at: number): string =>
  header[at] === undefined || header[at] === '' ? `Column ${at + 1}` : header[at]

interface MappingProps {
  preview: Preview
  /** The chosen columns; those of `preview` before the first choice. */
  columns: BankColumns
  onColumns: (columns: BankColumns) => void
}

export function Columns({ preview: { header, missing }, columns, onColumns }: MappingProps): ReactNode {
  return (
    <Row wrap gap={2} className={styles.picks} role="group" aria-label="Columns">
      {columnMeanings.map((meaning) => (
        <Pick
          key={meaning}
          title={words[meaning]}
          variant={missing.includes(meaning) ? 'missing' : undefined}
          value={String(columns[meaning] ?? '')}
          onValue={(value) => onColumns(withColumn(columns, meaning, value === '' ? null : Number(value)))}
        >
          <Unchosen meaning={meaning} column={columns[meaning]} isMissing={missing.includes(meaning)} />
          <Options of={header.map((_name, at) => [String(at), titleOf(header, at)])} />
        </Pick>
      ))}
    </Row>
  )
}

/** Why a column is asked for. */
const questions: Partial<Record<OrOther<ColumnMeaning>, string>> = {
  reference: 'Choose the column of the references of payments (UTR), or “no such column”.',
  debit:
    'Choose the column of the debits. Say “no such column” only if no column has debits: lines without a credit are then left out.',
  sign: 'An amount does not say its side. Choose the column of CR or DR. If debits have a minus, choose the column of the amounts.',
  balance:
    'Choose the column of the balances, or “no such column”. Without balances, a payout that is read as a credit is not noticed.',
}

/** Who confirmed these columns and when, and which of them are not those that the names propose. */
export function Confirmed({
  preview: { header, columns, proposed, confirmed, missing },
}: {
  preview: Preview
}): ReactNode {
  if (confirmed === null || missing.length > 0)
    return (
      <Tag tone="warn" icon={CircleAlert}>
        new: check these columns
      </Tag>
    )
  const nameOf = (column: number | null) =>
    column === null || column === noColumn ? 'no column' : `“${titleOf(header, column)}”`
  const others = columnMeanings.filter((meaning) => proposed !== undefined && columns[meaning] !== proposed[meaning])
  const chosen = others.map((meaning) => `${words[meaning]} is ${nameOf(columns[meaning])}`)
  if (columns.isReferenceFirst === true) chosen.push('Reference is its column, also beside another number in the text')
  return chosen.length === 0 ? (
    <Tag tone="good" icon={CircleCheck}>
      columns as {confirmed.by} confirmed them on {formatDay(confirmed.at)}
    </Tag>
  ) : (
    <Tag tone="warn" icon={CircleAlert}>
      {confirmed.by} chose on {formatDay(confirmed.at)}: {chosen.join(', ')}
    </Tag>
  )
}

export function Questions({ preview, onColumns }: Omit<MappingProps, 'columns'>): ReactNode {
  const { columns, header, missing, twoNumbers } = preview
  if (twoNumbers !== undefined) {
    const { line, inColumn, inText } = twoNumbers
    return (
      <div className={styles.faults} role="alert">
        <p>
          In line {line} the column “{titleOf(header, columns.reference ?? 0)}” has {inColumn}, and the text has{' '}
          {inText}. Which is the UTR that the payer sees? The answer is kept for this header.
        </p>
        <Row as="span" wrap gap={2}>
          <Button onClick={() => onColumns({ ...columns, reference: noColumn })}>The text: {inText}</Button>
          <Button onClick={() => onColumns({ ...columns, isReferenceFirst: true })}>The column: {inColumn}</Button>
        </Row>
      </div>
    )
  }
  const asked = missing.flatMap((meaning) => questions[meaning] ?? [])
  if (asked.length === 0) return null
  return (
    <div className={styles.faults} role="alert">
      {asked.map((question) => (
        <p key={question}>{question}</p>
      ))}
    </div>
  )
}

const noRow =
  'No line below the header has a day and an amount. Choose other columns for the date and the amounts, or download the file from the bank again.'

interface FaultsProps {
  preview: Preview
  /** Whether the admin has agreed to leave these lines out. */
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
}

/** The lines with a fault, and the question whether they are left out. A file without rows says so. */
export function Faults({ preview, isAgreed, onAgree }: FaultsProps): ReactNode {
  const { faults, faultCount, canLeaveOut = false, count, leftOut, missing } = preview
  if (faultCount === 0 && (count > 0 || missing.length > 0)) return null
  return (
    <div className={styles.faults} role="alert">
      {faultCount === 0 ? (
        <p>{leftOut === 0 ? 'There are no rows below the header.' : noRow}</p>
      ) : (
        <p>
          <b>{faultCount === 1 ? 'One line has a fault.' : `${formatCount(faultCount)} lines have a fault.`}</b>{' '}
          {canLeaveOut ? '' : 'No row of this file is used. '}
          Choose other columns, or download the file from the bank again.
          {faultCount > faults.length && ` The first ${faults.length}:`}
        </p>
      )}
      <ul>
        {faults.map(({ line, column, message }) => (
          <li key={`${line} ${column}`}>
            Line {line}
            {column !== null && `, ${column}`}: {message}
          </li>
        ))}
      </ul>
      {canLeaveOut && (
        <Checkbox checked={isAgreed} onChange={onAgree}>
          {faultCount === 1 ? 'Leave this line out' : `Leave these ${formatCount(faultCount)} lines out`}, and read the
          other {countText(count, 'row')}. A payment in {faultCount === 1 ? 'this line' : 'these lines'} is not matched.
        </Checkbox>
      )}
    </div>
  )
}
