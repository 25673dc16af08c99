import { exportPlayerDayStatement } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { TextLink } from '../../core/text-link.tsx'
import { formatCount } from '../../core/format/amount.tsx'
import { playerPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { listingOf } from '../../core/table/table.ts'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import type { DayLine } from '../../entities/watch/watch-api.ts'
import { statementColumns } from '../../entities/watch/statement-columns.tsx'
import { listDayLines } from '../../entities/watch/watch-api.ts'
import { Net, useFailureToast } from './day-panel.tsx'
import styles from './analytics.module.css'

const table = {
  label: 'Statement of today',
  what: 'user statement',
  idOf: ({ _id }: DayLine): string => _id,
  columns: statementColumns,
}

/** The file of the statement. The player is in its path. */
const statementFile = { route: exportPlayerDayStatement.route, query: z.object({ userId: z.string() }) }

/** A player's entries of today, newest first. */
export function StatementDialog({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const result = listDayLines.useInfiniteQuery({ userId })
  const listing = listingOf(result, ({ statements }) => statements)
  const { rows, more, busy, error } = listing
  useFailureToast(error, 'Failed to load user statement')
  const { user, total } = result.currentData?.pages[0] ?? {}
  const who = user?.email ?? '-'
  return (
    <InfoDialog
      title={
        <>
          Today&apos;s Statement for <TextLink to={playerPath(userId)}>{who}</TextLink>
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
          <ExportButtons file={statementFile} query={{ userId }} what="statement" />
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
      <DataTable
        table={table}
        listing={{ ...listing, more: null }}
        usualRows={8}
        empty={{ icon: Inbox, title: 'No activity today' }}
      />
    </InfoDialog>
  )
}
