import { EmptyState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { useGetVolatilityModeQuery } from '../../entities/site/settings-api.ts'
import styles from './maintenance.module.css'

/** Who changed the volatility mode, and when; newest first. */
export function ModeChanges(): ReactNode {
  const { data, isError } = useGetVolatilityModeQuery({})
  return (
    <Panel title="Changes of mode">
      {!data ? (
        isError ? (
          <p className="dim">Not known: the mode could not be loaded.</p>
        ) : (
          <Skeleton look="table" rows={3} label="Loading the changes of mode" />
        )
      ) : data.changes.length === 0 ? (
        <EmptyState icon={History} title="No changes yet">
          Every change of the volatility mode is listed here.
        </EmptyState>
      ) : (
        <ul className={styles.changes} aria-label="Changes of mode">
          {data.changes.map(({ mode, previous, by, at }) => (
            <li key={`${at} ${mode}`}>
              <span className="num">{formatDay(at)}</span>
              <span>{by}</span>
              <span>
                <span className="dim">{previous} → </span>
                <b>{mode}</b>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
