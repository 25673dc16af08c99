import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { shortId } from '@kismet/ui/format/short.ts'
import { formatTimeOfYear } from '@kismet/ui/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { betProofPath } from '../../core/paths.ts'
import type { StatementLine } from './use-statement.ts'
import { kinds, results } from './statement-words.ts'
import styles from './statement.module.css'

function Line({ line }: { line: StatementLine }): ReactNode {
  const { gameType, date, transaction, betAmount, result, credit, closeBalance } = line
  const { word, icon, isBet } = kinds[gameType]
  const outcome = results[result]
  return (
    <tr className={betAmount === null ? styles.noBet : undefined}>
      <td className={styles.name}>
        <Icon of={icon} />
        {t(word)}
      </td>
      <td className={styles.time}>{formatTimeOfYear(date)}</td>
      <td className={styles.transaction}>
        <CopyButton text={transaction} label={t`Copy the id ${shortId(transaction)}`}>
          <span className={textClass('mono')}>{shortId(transaction)}</span>
        </CopyButton>{' '}
        {isBet && (
          <Link className={textClass('link', 'small')} to={betProofPath(transaction)}>
            {t`Verify`}
          </Link>
        )}
      </td>
      <td className={classNames(textClass('num'), styles.bet)} data-label={t`Bet`}>
        {betAmount === null ? '–' : formatRupees(betAmount)}
      </td>
      <td className={styles.result}>
        <Tag tone={outcome.tone} icon={outcome.icon}>
          {t(outcome.word)}
        </Tag>
      </td>
      <td className={classNames(textClass('num'), netClass(credit), styles.credit)}>{formatNet(credit)}</td>
      <td className={classNames(textClass('num'), styles.balance)} data-label={t`Balance`}>
        {formatRupees(closeBalance)}
      </td>
    </tr>
  )
}

/** The lines of a statement as a table; on a phone each folds. */
export function StatementLines({ lines }: { lines: readonly StatementLine[] }): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{t`Game`}</th>
          <th>{t`Time`}</th>
          <th>{t`Transaction`}</th>
          <th className={textClass('num')}>{t`Bet`}</th>
          <th>{t`Result`}</th>
          <th className={textClass('num')}>{t`Credit`}</th>
          <th className={textClass('num')}>{t`Closing balance`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line._id} line={line} />
        ))}
      </tbody>
    </table>
  )
}
