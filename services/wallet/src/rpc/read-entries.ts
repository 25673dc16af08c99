import { readEntries } from '@kismet/contracts'
import { factsOf } from '@kismet/service-kit/facts'
import { handle } from '@kismet/service-kit/handle'
import { entryColumns, ledgerEntryOf } from '../db/read-entries.ts'

/** A player's entries are booked one after the other, so that the order of transactions is that of their sequence. */
export const readEntriesHandler = handle(
  readEntries,
  factsOf({
    from: 'entry JOIN account USING (account_no)',
    columns: entryColumns,
    order: [
      ['transaction_id', 'xid8'],
      ['account_no', 'integer'],
      ['entry.sequence', 'integer'],
    ],
    factOf: ledgerEntryOf,
  }),
)
