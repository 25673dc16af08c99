import { exportAuditLog } from '@kismet/contracts'
import type { AuditRow } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '../../core/format/time.ts'
import type { Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { TablePage } from '../../entities/page/table-page.tsx'
import { useExport } from '../../entities/queue/use-export.ts'
import { auditTable, idOf, listAudit, queryOf } from './audit-table.tsx'
import { changeOf, kindOf, verbOf } from './audit-words.ts'
import { ChainPanel } from './chain-panel.tsx'
import styles from './audit-page.module.css'

const nameOf = ({ service, sequence }: AuditRow): string => `Audit row ${service} ${sequence}`

/** All fields of an audit row. */
function Record({ row }: { row: AuditRow }): ReactNode {
  const { before, after, others } = changeOf(row)
  const lines: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Who', row.admin.username],
    ['Address', <code key="from">{row.ip ?? '-'}</code>],
    ['When', `${formatDate(row.at)}, ${formatMoment(row.at)} IST`],
    ['What', `${verbOf(row)}, ${kindOf(row)}`],
    ['About', <code key="about">{row.target}</code>],
    ...(before === null ? [] : [['Before', before] as const]),
    ...(after === null ? [] : [['After', after] as const]),
    ...others.map(([name, value]) => [name, value] as const),
    ['Request', <code key="request">{row.requestId}</code>],
    ['Previous hash', <code key="previous">{row.previousHash}</code>],
    ['This hash', <code key="this">{row.hash}</code>],
  ]
  return (
    <div className={styles.record}>
      <KeyValues rows={lines.map(([name, value]) => ({ name, value }))} />
    </div>
  )
}

/** An audit row that the address names and the loaded rows lack. */
function Missing({ id, listing: { more, busy } }: { id: string; listing: Listing<AuditRow> }): ReactNode {
  return (
    <Panel title={`Audit row ${id.replace('-', ' ')}`}>
      <p>This audit row is not among the loaded rows.</p>
      {more ? (
        <Button busy={busy} onClick={more}>
          Load older rows
        </Button>
      ) : (
        <p className={textClass('mute')}>Check the filters.</p>
      )}
    </Panel>
  )
}

/** The actions of admins, and whether the chain is intact. */
export function AuditPage(): ReactNode {
  const state = useTableState(auditTable, false)
  const isPhone = useIsPhone()
  const query = queryOf(state)
  const files = useExport(exportAuditLog, query)
  const result = listAudit.useInfiniteQuery(query)
  const listing = listingOf(result, ({ rows }) => rows)
  const newest = result.currentData?.pages.at(-1)
  const backTo = state.isNarrowed ? newest?.searchedBackTo : null
  const open = listing.rows.find((row) => idOf(row) === state.id)
  const missing = listing.known && !open ? state.id : null
  const chain = newest && <ChainPanel listed={newest} />
  return (
    <TablePage
      table={auditTable}
      state={state}
      listing={listing}
      files={files}
      note={backTo ? `Searched back to ${formatDate(backTo)}, ${formatMoment(backTo)}.` : null}
      empty={{ icon: Inbox, title: 'The audit log is empty' }}
    >
      {(table) => (
        <>
          {!isPhone && chain}
          <div className={classNames(styles.page, (open !== undefined || missing !== null) && styles.withRecord)}>
            {table}
            {missing !== null && <Missing id={missing} listing={listing} />}
            {open && !isPhone && (
              <div className={styles.side}>
                <Panel title={nameOf(open)}>
                  <Record row={open} />
                </Panel>
              </div>
            )}
          </div>
          {isPhone && chain}
          {open && isPhone && (
            <InfoDialog title={nameOf(open)} onClose={() => state.open(null)}>
              <Record row={open} />
            </InfoDialog>
          )}
        </>
      )}
    </TablePage>
  )
}
