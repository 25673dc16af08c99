import { SupportStatus } from '@kismet/contracts'
import type { Output, setSupportMessageStatus } from '@kismet/contracts'
import { useState } from 'react'
import type { Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import { sortedRows } from '../../entities/queue/queue.ts'
import { useListMessagesInfiniteQuery } from '../../entities/queue/support-api.ts'

export type Message = Output<typeof setSupportMessageStatus>['message']

/** What the server has now, with those that were changed here where they stood: the button of another one would come under the pointer. */
function inPlace(before: readonly Message[], fresh: readonly Message[], changed: readonly string[]): Message[] {
  const shown = before.map((message) => {
    const request = fresh.find(({ _id }) => _id === message._id) ?? message
    return { request, left: false }
  })
  const held = shown.flatMap(({ request: { _id } }) => (changed.includes(_id) ? [_id] : []))
  const others = fresh.filter(({ _id }) => !held.includes(_id))
  return sortedRows(shown, others, (id) => held.includes(id)).map(({ request }) => request)
}

/** The messages with a status in which a text stands. One whose status was changed here is to be `kept`: it stays in its place until another list is looked at. */
export function useMessages(status: string, search: string): { listing: Listing<Message>; keep: (id: string) => void } {
  const ofStatus = SupportStatus.safeParse(status).data
  const text = search.trim()
  const query = { ...(ofStatus && { status: ofStatus }), ...(text !== '' && { search: text }) }
  const result = useListMessagesInfiniteQuery(query)
  const listing = listingOf(result, ({ messages }) => messages)
  const name = JSON.stringify(query)
  const source = result.currentData
  const [kept, setSeen] = useState({ name, source, rows: listing.rows, changed: [] as readonly string[] })
  let seen = kept
  if (seen.name !== name || seen.source !== source) {
    const { changed } = seen
    seen =
      seen.name === name
        ? { name, source, rows: inPlace(seen.rows, listing.rows, changed), changed }
        : { name, source, rows: listing.rows, changed: [] }
    setSeen(seen)
  }
  const keep = (id: string): void => setSeen((now) => ({ ...now, changed: [...now.changed, id] }))
  return { listing: { ...listing, rows: seen.rows }, keep }
}
