import { listEntries } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { WalletContext } from '../context.ts'
import { entriesBefore } from '../db/read-entries.ts'

const newest = 2_147_483_647

/** The cursor is the sequence of the last entry that was shown. */
export const listEntriesHandler = handle(listEntries, async ({ db }: WalletContext, { input }) => {
  const { playerId, limit, cursor } = input
  if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor))
    throw new Refusal('invalid_request', 'cursor is not valid.')
  const found = await entriesBefore(db, playerId, cursor === undefined ? newest : Number(cursor), limit + 1)
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  return { entries, nextCursor: found.length > limit && last !== undefined ? String(last.sequence) : null }
})
