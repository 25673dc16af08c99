import { listEntries, readEntries } from '@kismet/contracts'
import { factsOf } from '@kismet/service-kit/facts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { WalletContext } from '../context.ts'
import { entriesBefore, entryColumns, ledgerEntryOf } from '../db/read-entries.ts'

const newest = 2_147_483_647

/** A player's entries are booked one after the other, so that the order of transactions is that of their sequence. */
const log = factsOf({
  from: 'entry JOIN account USING (account_no)',
  columns: entryColumns,
  order: [
    ['transaction_id', 'xid8'],
    ['account_no', 'integer'],
    ['entry.sequence', 'integer'],
  ],
  factOf: ledgerEntryOf,
})

export const entryOperations = [
  handle(readEntries, log),
  // The cursor is the sequence of the last entry that was shown.
  handle(listEntries, async ({ db }: WalletContext, { input }) => {
    const { playerId, limit, cursor } = input
    if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor))
      throw new Refusal('invalid_request', 'cursor is not valid.')
    const found = await entriesBefore(db, playerId, cursor === undefined ? newest : Number(cursor), limit + 1)
    const entries = found.slice(0, limit)
    const last = entries.at(-1)
    return { entries, nextCursor: found.length > limit && last !== undefined ? String(last.sequence) : null }
  }),
]
