import { asCallError } from '@kismet/app-kit/call-error.ts'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { formatMinute } from '../../core/format/time.ts'
import { PlainTable } from '../../core/table/plain-table.tsx'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { useListSettingsChangesQuery } from './qr-api.ts'
import { settingsChanges } from './settings-changes.ts'
import type { SettingsChange } from './settings-changes.ts'

/** The newest of them: what is older is in the audit log. */
const shownRows = 20

/** A reference as it is, an image by the beginning of its hash. */
const shown = (what: SettingsChange['what'], value: string | null): string =>
  value === null ? '-' : what === 'QR image' ? value.slice(0, 8) : value

const columns: readonly PlainColumn<SettingsChange>[] = [
  { title: 'When', text: ({ at }) => formatMinute(at), place: 'line' },
  { title: 'Who', text: ({ by }) => by, place: 'head' },
  { title: 'What', text: ({ what }) => what, place: 'end' },
  {
    title: 'From',
    text: ({ what, from }) => shown(what, from),
    cell: ({ what, from }) => <span className="mono mute">{shown(what, from)}</span>,
  },
  {
    title: 'To',
    text: ({ what, to }) => shown(what, to),
    cell: ({ what, to }) => <span className="mono">{shown(what, to)}</span>,
  },
]

/** Who changed where players pay to, and when, as the audit log has it: who may open this page may read that. */
export function ChangesPanel(): ReactNode {
  const query = { action: 'deposit-settings', limit: shownRows + 1 }
  const result = useListSettingsChangesQuery(query, { refetchOnMountOrArgChange: true })
  const { currentData: data, error, isFetching, refetch } = result
  const changes = data && settingsChanges(data.rows, data.nextCursor === null)
  // Rows of a service that did not answer are missing: nothing is told of them.
  const isSilent = data?.silent.includes('payments') === true
  return (
    <Panel title="Changes" note="from the audit log" flush>
      <StaleNote text="Failed to load the changes." listing={standingOf(result)} />
      {changes && changes.length > 0 ? (
        <PlainTable label="Changes" columns={columns} rows={changes} idOf={({ id }) => id} />
      ) : changes && !isSilent ? (
        <EmptyState icon={History} title="No changes yet">
          Every change of the QR image and the UPI ID is listed here.
        </EmptyState>
      ) : (error ?? isSilent) ? (
        <ErrorState
          icon={CircleAlert}
          title="Failed to load the changes"
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {error ? errorDetail(asCallError(error)) : 'Payments did not answer.'}
        </ErrorState>
      ) : (
        <Skeleton look="table" rows={3} label="Loading the changes" />
      )}
    </Panel>
  )
}
