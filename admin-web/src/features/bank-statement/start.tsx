import { bankStatementLimits, keptCredits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { FileField } from '@kismet/ui/controls/file-field.tsx'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import CircleCheck from 'lucide-react/icons/circle-check'
import Columns3 from 'lucide-react/icons/columns-3'
import EqualNot from 'lucide-react/icons/equal-not'
import FileUp from 'lucide-react/icons/file-up'
import History from 'lucide-react/icons/history'
import Landmark from 'lucide-react/icons/landmark'
import type { ReactNode } from 'react'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { SideBySide } from '../../core/side-by-side.tsx'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Column } from '../../core/table/table.ts'
import { amountColumn, listingOf } from '../../core/table/table.ts'
import { useGetPendingCountQuery } from '../../entities/queue/pending-counts.ts'
import { useListBankStatementsInfiniteQuery, useReadBankMatchesInfiniteQuery } from './bank-api.ts'
import type { Statement } from './bank-api.ts'
import { joinWords } from './join-words.ts'
import styles from './bank-statement.module.css'
import tableStyles from './bank-table.module.css'

const steps = [
  [Columns3, 'Columns are found', 'You can change them before matching.'],
  [CircleCheck, 'Exact: UTR and amount equal', 'You approve them together, after a second question.'],
  [EqualNot, 'Near: a digit, a cut UTR, another amount', 'You compare and decide each pair.'],
  [History, 'The same file twice has no effect', 'A UTR is credited once.'],
] as const

function WhatHappens(): ReactNode {
  const { data: queue } = useGetPendingCountQuery('deposit')
  const foot =
    queue && `${countText(queue.pending, 'deposit request')} ${queue.pending === 1 ? 'waits' : 'wait'} for a match.`
  return (
    <Panel title="What happens" foot={foot}>
      <ul className={styles.steps}>
        {steps.map(([icon, title, text]) => (
          <li key={title}>
            <Icon of={icon} size="s" />
            <p>
              <b>{title}</b>
              <br />
              <span className={textClass('mute')}>{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Two days of one month are told without saying it twice. */
export function daysText({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`
}

/** Unused credits of all files, with and without a request that matches by now. */
function Kept({ onOpen }: { onOpen: (id: string) => void }): ReactNode {
  const { currentData } = useReadBankMatchesInfiniteQuery({ id: keptCredits, tab: 'exact' })
  const tallies = currentData?.pages[0]?.tallies
  if (!tallies || tallies.exact.count + tallies.near.count + tallies.none.count === 0) return null
  const { exact, near, none } = tallies
  return (
    <Panel
      title="Kept credits"
      note={`of the last ${bankStatementLimits.keptDays} days, from all files`}
      end={<Button onClick={() => onOpen(keptCredits)}>Show them</Button>}
    >
      <p>
        <b>{formatCount(exact.count)}</b> match a request now ({formatRupees(exact.amount)}),{' '}
        <b>{formatCount(near.count)}</b> nearly, <b>{formatCount(none.count)}</b> wait for a request.
      </p>
    </Panel>
  )
}

function JoinTag({ statement }: { statement: Statement }): ReactNode {
  const words = joinWords(statement)
  return words === null ? '-' : <Tag tone={words.isOdd ? 'warn' : 'plain'}>{words.tag}</Tag>
}

const columnsOf = (onOpen: (id: string) => void): readonly Column<Statement>[] => [
  { title: 'When', text: ({ readAt }) => formatDay(readAt), place: 'desk' },
  {
    title: 'File',
    text: ({ fileName }) => fileName,
    cell: ({ _id, fileName, readAt, rows }) => (
      <>
        <button type="button" className={textClass('link')} onClick={() => onOpen(_id)}>
          {fileName}
        </button>
        <span className={tableStyles.below}>
          {formatDay(readAt)} · {countText(rows, 'row')}
        </span>
      </>
    ),
    place: 'head',
  },
  { title: 'Days', text: daysText, place: 'desk' },
  {
    title: 'Joins',
    text: (statement) => joinWords(statement)?.tag ?? '-',
    cell: (statement) => <JoinTag statement={statement} />,
    place: 'desk',
  },
  { title: 'Who', text: ({ readBy }) => readBy, place: 'desk' },
  { title: 'Rows', text: ({ rows }) => formatCount(rows), isNumber: true, place: 'desk' },
  { title: 'New', text: ({ fresh }) => formatCount(fresh), isNumber: true, place: 'desk' },
  amountColumn('Approved', ({ approved }) => approved.amount, {
    cell: ({ approved }) => (
      <>
        {formatRupees(approved.amount)} <span className={textClass('mute')}>({formatCount(approved.count)})</span>
      </>
    ),
    place: 'end',
  }),
]

function LastImports({ onOpen }: { onOpen: (id: string) => void }): ReactNode {
  const listing = listingOf(useListBankStatementsInfiniteQuery({}), ({ statements }) => statements)
  const table = {
    label: 'Last imports',
    what: 'the imports',
    idOf: ({ _id }: Statement) => _id,
    columns: columnsOf(onOpen),
  }
  return (
    <Panel title="Last imports" flush>
      <DataTable
        table={table}
        listing={listing}
        usualRows={3}
        empty={{ icon: Landmark, title: 'No statement was read yet' }}
      />
    </Panel>
  )
}

/** The endings that banks use. Some call a text or a web page XLS. */
const statementTypes =
  '.csv,.tsv,.txt,.xls,.xlsx,.xlsm,.xlsb,.html,.htm,.940,.sta,.mt940,text/csv,text/tab-separated-values,text/plain,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface StartProps {
  mayDecide: boolean
  onFile: (file: File) => void
  onOpen: (id: string) => void
}

/** Where a file is dropped, and what was read before. */
export function Start({ mayDecide, onFile, onOpen }: StartProps): ReactNode {
  return (
    <>
      <SideBySide side={<WhatHappens />}>
        <Panel title="Read a bank statement">
          {mayDecide ? (
            <FileField
              name="statement"
              label="Bank statement"
              file={null}
              onFile={(file) => file && onFile(file)}
              accept={statementTypes}
              prompt="Drop a bank statement here"
              icon={FileUp}
              tall={{
                choose: 'Choose a file',
                another: 'Choose another',
                remove: 'Remove',
                facts: `HDFC, SBI, ICICI, Axis and others. CSV, Excel (XLSX, XLS) or MT940, up to ${formatBytes(bankStatementLimits.fileBytes)}. Upload the file as the bank gives it.`,
              }}
            />
          ) : (
            <EmptyState icon={Landmark} title="You can read imported statements">
              Owners and cashiers import statements.
            </EmptyState>
          )}
        </Panel>
      </SideBySide>
      <Kept onOpen={onOpen} />
      <LastImports onOpen={onOpen} />
    </>
  )
}
