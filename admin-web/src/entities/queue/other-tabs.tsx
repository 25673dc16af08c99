import { Button } from '@kismet/ui/controls/button.tsx'
import type { ReactNode } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import type { QueueRequest } from './request.ts'
import { useRequestSum } from './request-sums.ts'
import { requestQuery } from './request-table.tsx'
import type { RequestQueue } from './use-request-queue.ts'

interface OtherTabProps<Request extends QueueRequest> {
  queue: RequestQueue<Request>
  tab: string
  word: string
}

/** A button to a tab in which the search has rows. It keeps the search. */
function OtherTab<Request extends QueueRequest>({ queue, tab, word }: OtherTabProps<Request>): ReactNode {
  const { port, state } = queue
  const { tabs } = port.table
  const there = { ...state, chosen: (filter: typeof tabs) => (filter === tabs ? tab : state.chosen(filter)) }
  const { currentData } = useRequestSum(port.kind, requestQuery(port.table, there))
  if (currentData === undefined || currentData.count === 0) return null
  return (
    <Button onClick={() => state.choose(tabs, tab)}>
      {formatCount(currentData.count)} in {word}
    </Button>
  )
}

/** The other tabs in which a search has rows. Null without a search, and while this tab has rows. */
export function OtherTabs<Request extends QueueRequest>({ queue }: { queue: RequestQueue<Request> }): ReactNode {
  const { port, state, listing } = queue
  const { tabs } = port.table
  const chosen = state.chosen(tabs)
  if (state.search.trim() === '' || chosen === 'all' || !listing.known || listing.rows.length > 0) return null
  return tabs.options
    .filter(([tab]) => tab !== chosen && tab !== 'all')
    .map(([tab, word]) => <OtherTab key={tab} queue={queue} tab={tab} word={word} />)
}
