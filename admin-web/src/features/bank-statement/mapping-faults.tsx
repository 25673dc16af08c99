import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import type { ReactNode } from 'react'
import { countText, formatCount } from '../../core/format/amount.tsx'
import type { Preview } from './bank-api.ts'
import styles from './bank-statement.module.css'

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
