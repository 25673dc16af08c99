import { Button } from '@kismet/ui/controls/button.tsx'
import { Sheet } from '@kismet/ui/feedback/question.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Download from 'lucide-react/icons/download'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { playerPath } from '../../core/paths.ts'
import { saveCsv } from '../../core/table/csv.ts'
import { PlainTable } from '../../core/table/plain-table.tsx'
import type { Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import type { DayLine } from '../../entities/watch/watch-api.ts'
import { statementColumns } from '../../entities/watch/statement-columns.tsx'
import { useListDayLinesInfiniteQuery } from '../../entities/watch/watch-api.ts'
import { Net } from './day-panel.tsx'
import { useFailureNotice } from './use-failure-notice.ts'
import { csvWords } from './csv-words.ts'
import styles from './analytics.module.css'

function Lines({ listing: { rows, known, error, busy, retry } }: { listing: Listing<DayLine> }): ReactNode {
  if (rows.length > 0)
    return <PlainTable label="Statement of today" columns={statementColumns} rows={rows} idOf={({ _id }) => _id} />
  if (error)
    return (
      <ErrorState icon={CircleAlert} title="Failed to load user statement" busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (known) return <EmptyState icon={Inbox} title="No activity today" />
  return <Skeleton look="table" rows={8} label="Loading the statement" />
}

/** What a player has done today, newest first. */
export function StatementDialog({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const result = useListDayLinesInfiniteQuery(userId)
  const listing = listingOf(result, ({ statements }) => statements)
  const { rows, more, busy, error } = listing
  useFailureNotice(error, 'Failed to load user statement')
  const { user, total } = result.currentData?.pages[0] ?? {}
  const who = user?.email ?? '-'
  return (
    <Sheet
      title={
        <>
          Today&apos;s Statement for{' '}
          <Link className="link" to={playerPath(userId)}>
            {who}
          </Link>
        </>
      }
      isWide
      foot={`${formatCount(rows.length)}${more ? ' newest' : ''} rows, newest first`}
      actions={
        <>
          {more && (
            <Button busy={busy} onClick={more}>
              Show more
            </Button>
          )}
          <Button
            icon={Download}
            disabled={rows.length === 0}
            onClick={() => saveCsv(`Statement of today ${who}`, statementColumns, rows)}
          >
            {csvWords(listing)}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {total && (
        <p className={styles.totals}>
          <span>{formatCount(total.gamesPlayed)} games</span>
          <span>
            Total Bet <b>{formatRupees(total.totalBets)}</b>
          </span>
          <span>
            Total Winnings <b>{formatRupees(total.totalWins)}</b>
          </span>
          <span>
            Net P/L <Net paise={total.netResult} />
          </span>
        </p>
      )}
      <Lines listing={listing} />
    </Sheet>
  )
}
