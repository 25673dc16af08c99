import type { Input, Output, setSupportMessageStatus } from '@kismet/contracts'
import { adminListSupportMessages } from '@kismet/contracts'
import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { useState } from 'react'
import type { FilteredTable, Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import { tableQuery } from '../../core/table/table-query.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { useListMessagesInfiniteQuery } from '../../entities/queue/support-api.ts'

export type Message = Output<typeof setSupportMessageStatus>['message']

/** A message as the page has it: `cameAs` is what it was when it came, for open ones stand before closed ones. */
interface Shown {
  readonly message: Message
  readonly cameAs: Message['status']
}

/** One in the list. `isGone`: the list that is read now has it no more, where it should stand by what is known of it. */
export type ListedMessage = Shown & { readonly isGone: boolean }

/** What the server has now, with all that is shown where it stands: the button of another one would come under the pointer. New ones come at the end of those of their status. */
function inPlace(before: readonly Shown[], fresh: readonly Message[]): Shown[] {
  const stayed = before.map(({ message, cameAs }) => ({
    message: fresh.find(({ _id }) => _id === message._id) ?? message,
    cameAs,
  }))
  const added = fresh
    .filter(({ _id }) => !before.some(({ message }) => message._id === _id))
    .map((message) => ({ message, cameAs: message.status }))
  return [...stayed, ...added].toSorted(
    (one, other) => Number(one.cameAs === 'closed') - Number(other.cameAs === 'closed'),
  )
}

type View = Input<typeof adminListSupportMessages>['view']

/** Whether a message belongs into a list, as far as the page knows. */
function isIn(view: View, { status, waitsFor }: Message): boolean {
  if (view === 'closed') return status === 'closed'
  if (view === 'us' || view === 'player') return status === 'open' && (waitsFor === 'player') === (view === 'player')
  return true
}

/** The messages with a status in which a text stands. Each stays in its place, with whatever status it has by now, until another list is looked at. */
export function useMessages(
  table: Pick<FilteredTable<never>, 'tabs' | 'filters'>,
  state: TableState,
): Listing<ListedMessage> {
  const query = tableQuery(adminListSupportMessages, table, state)
  const result = useListMessagesInfiniteQuery(query, usePolling())
  const listing = listingOf(result, ({ messages }) => messages)
  const name = JSON.stringify(query)
  const source = result.currentData
  const [kept, setSeen] = useState(() => ({ name, source, rows: inPlace([], listing.rows) }))
  let seen = kept
  if (seen.name !== name || seen.source !== source) {
    seen = { name, source, rows: inPlace(seen.name === name ? seen.rows : [], listing.rows) }
    setSeen(seen)
  }
  const isGone = (message: Message): boolean =>
    isIn(query.view, message) && listing.rows.every(({ _id }) => _id !== message._id)
  return { ...listing, rows: seen.rows.map((row) => ({ ...row, isGone: isGone(row.message) })) }
}
