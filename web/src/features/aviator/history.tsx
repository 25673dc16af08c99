import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { roundPath } from '../../core/paths.ts'
import { MultiplierChip } from '../../entities/flight/multiplier-chip.tsx'
import type { AviatorController } from './aviator-controller.ts'
import { useTable } from './use-aviator.ts'
import styles from './aviator.module.css'

/** Where the rounds before crashed, newest first; each leads to the page of its round. */
export function History({ controller }: { controller: AviatorController }): ReactNode {
  const history = useTable(controller, (table) => table.history)
  const [last, ...before] = history
  return (
    <div className={styles.history}>
      <span className={textClass('key')}>{t({ message: 'Last', context: 'crash point' })}</span>
      {last && (
        <Link to={roundPath(last.roundId)}>
          <MultiplierChip multiplier={last.crashPoint} last />
        </Link>
      )}
      <ol aria-label={t`Recent crash points`}>
        {before.map(({ roundId, crashPoint }) => (
          <li key={roundId}>
            <Link to={roundPath(roundId)}>
              <MultiplierChip multiplier={crashPoint} />
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}
