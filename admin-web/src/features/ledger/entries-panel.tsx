import type { AdminEntry } from '@kismet/contracts'
import { Id } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { formatDay } from '../../core/format/time.ts'
import { entriesPath } from '../../core/paths.ts'
import { PlainTable } from '../../core/table/plain-table.tsx'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { listingOf } from '../../core/table/table.ts'
import { useListEntriesInfiniteQuery } from './ledger-api.ts'
import styles from './ledger.module.css'

type By = 'player' | 'reference'
const ways = [
  { value: 'player', label: 'Player' },
  { value: 'reference', label: 'Bet or request' },
] as const

/** What an entry moved beside the balance, in words. */
function movesOf({ sides }: AdminEntry): string {
  const words = { open: 'open stakes', held: 'set aside', house: 'house', outside: 'cash', bonus: 'bonuses' } as const
  const moves = (Object.keys(words) as (keyof typeof words)[]).filter((side) => sides[side] !== 0)
  return moves.map((side) => `${words[side]} ${formatNet(sides[side])}`).join(', ')
}

/** What the ledger says of one entry. A change of the balance that takes is red. */
const columns: readonly PlainColumn<AdminEntry>[] = [
  { title: 'No.', text: ({ sequence }) => String(sequence), isNumber: true },
  { title: 'Time', text: ({ at }) => formatDay(at) },
  { title: 'Kind', text: ({ kind, game }) => (game === null ? kind : `${kind} · ${game}`), place: 'head' },
  {
    title: 'Balance',
    text: ({ amount }) => formatNet(amount),
    cell: ({ amount }) => <span className={classNames(amount < 0 && styles.taken)}>{formatNet(amount)}</span>,
    place: 'end',
    isNumber: true,
  },
  { title: 'Balance after', text: ({ balanceAfter }) => formatRupees(balanceAfter), isNumber: true },
  {
    title: 'Other accounts',
    text: movesOf,
    cell: (entry) => (
      <>
        {movesOf(entry)}
        {entry.note !== null && <small className={styles.note}>{entry.note}</small>}
      </>
    ),
    place: 'line',
  },
  {
    title: 'About',
    text: ({ reference }) => reference,
    cell: ({ reference }) => (
      <Link className="mono" to={entriesPath({ reference })}>
        {reference}
      </Link>
    ),
    place: 'line',
  },
]

function Entries({ by, id }: { by: By; id: string }): ReactNode {
  const result = useListEntriesInfiniteQuery(by === 'player' ? { playerId: id } : { reference: id })
  const { rows, known, error, busy, retry, more } = listingOf(result, ({ entries }) => entries)
  if (error)
    return (
      <ErrorState icon={CircleAlert} title="Failed to load the entries" busy={busy} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  if (!known) return <Skeleton look="table" rows={4} label="Loading entries" />
  if (rows.length === 0)
    return (
      <EmptyState icon={ReceiptText} title="No entries">
        The ledger holds nothing {by === 'player' ? 'of such a player' : 'about such a thing'}.
      </EmptyState>
    )
  return (
    <>
      <PlainTable label="Entries" columns={columns} rows={rows} idOf={({ _id }) => _id} />
      {more && (
        <Button busy={busy} onClick={more}>
          Older
        </Button>
      )}
    </>
  )
}

/** Looks entries up, of a player or about one thing; which stands in the address. */
export function EntriesPanel(): ReactNode {
  const [params, setParams] = useSearchParams()
  const by: By = params.has('reference') ? 'reference' : 'player'
  const shown = params.get(by) ?? ''
  const [typed, setTyped] = useState<{ readonly by: By; readonly text: string } | null>(null)
  const [problem, setProblem] = useState<string>()
  const draft = typed ?? { by, text: shown }
  const look = (): void => {
    const read = Id.safeParse(draft.text.trim().toLowerCase())
    if (!read.success) {
      setProblem('An id has 36 letters and digits, as in 0190b2a0-0000-7000-8000-0000000000ff.')
      return
    }
    setTyped(null)
    setParams({ [draft.by]: read.data })
  }
  const write = (change: Partial<typeof draft>): void => {
    setTyped({ ...draft, ...change })
    setProblem(undefined)
  }
  return (
    <Panel title="Entries" note="each sums to zero with the accounts of the house">
      <Form className={styles.look} onSubmit={look} aria-label="Look entries up">
        <Segmented label="Of what" options={ways} value={draft.by} onChange={(value) => write({ by: value })} />
        <TextField
          label={draft.by === 'player' ? "Player's id" : 'Id of a bet, deposit, withdrawal or correction'}
          mono
          autoComplete="off"
          spellCheck={false}
          value={draft.text}
          error={problem}
          onChange={(event) => write({ text: event.target.value })}
        />
        <Button type="submit">Show entries</Button>
      </Form>
      {Id.safeParse(shown).success && <Entries key={`${by} ${shown}`} by={by} id={shown} />}
    </Panel>
  )
}
