import { Row } from '@kismet/ui/layout/layout.tsx'
import { columnMeanings, noColumn } from '@kismet/contracts'
import type { BankColumns, ColumnMeaning, OrOther } from '@kismet/contracts'
import type { ReactNode } from 'react'
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
  const next = { ...columns, [meaning]: column }
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
          {header.map((name, at) => (
            <option key={at} value={at}>
              {name === '' ? `Column ${at + 1}` : name}
            </option>
          ))}
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

export function Questions({ missing }: Pick<Preview, 'missing'>): ReactNode {
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
