import { z } from 'zod'
import { limits } from './limits.ts'

/** Ids are opaque text on the wire. Inside they are UUIDs of version 7, which sort by time. For any other text the answer is "not found". */
export const Id = z.uuid({ error: 'The id is not valid.' })

/** ISO 8601 in UTC with milliseconds. */
export const IsoTime = z.iso.datetime({ precision: 3 })

/** Milliseconds since the epoch. Used in socket events and inside. */
export const EpochMs = z.int().nonnegative()

/** What a player can limit: deposits that wait or were approved, stakes less payouts, stakes. */
export const LimitType = z.enum(['deposit', 'loss', 'wager'])
export type LimitType = z.output<typeof LimitType>

/** The calendar periods of Asia/Kolkata that limits are counted in; weeks begin on Monday. */
export const LimitPeriod = z.enum(['day', 'week', 'month'])
export type LimitPeriod = z.output<typeof LimitPeriod>

/** A player's seed as a play uses it. */
export const ClientSeed = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: 'clientSeed must be 1 to 64 letters, digits, _ or -.',
})

/** A player's own seed, as stored; a play appends `-` and 16 random letters or digits. */
export const OwnClientSeed = z.string().regex(/^[A-Za-z0-9_-]{1,47}$/, {
  error: 'clientSeed must be 1 to 47 letters, digits, _ or -.',
})

/** The games that are played against a commitment of the player's own. */
export const GameName = z.enum(['dice', 'slots', 'mines'])
export type GameName = z.output<typeof GameName>

/** 32 bytes as 64 lower-case hex characters: a server seed or its SHA-256. */
export const Hex64 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'Expected 64 lower-case hex characters.' })

export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, {
  error: 'Idempotency-Key must be 8 to 64 letters, digits, _ or -.',
})

/** A value of an answer or event. A reader of the previous release reads a value that it does not know as `other`. */
export type OrOther<Value extends string> = Value | 'other'

/**
 * One of these values in an answer or event, to which a release may add values. A reader decodes any other value to
 * `other`, so that the rest of the answer stays readable. `other` can be encoded again, for the file of own data.
 */
export function openEnum<Value extends string>(values: readonly Value[]): z.ZodType<OrOther<Value>, OrOther<Value>> {
  const all: z.ZodType<OrOther<Value>, OrOther<Value>> = z.enum([...values, 'other'] as const)
  return all.catch('other')
}

/** The items of a list in an answer. A reader leaves out an item that it cannot read, so that the others stay readable. */
export function readableItems<Item extends z.ZodType>(item: Item): z.ZodType<z.output<Item>[], z.input<Item>[]> {
  const readable = z.array(item).catch(({ value }) =>
    (value as unknown[]).flatMap((one) => {
      const read = item.safeParse(one)
      return read.success ? [read.data] : []
    }),
  )
  return z.array(z.unknown()).pipe(readable) as unknown as z.ZodType<z.output<Item>[], z.input<Item>[]>
}

export const Nonce = z.int().positive()

/** Whether a text can be kept by every store and sent as UTF-8: no U+0000, no half of a surrogate pair (docs/reference/wire.md). */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** `?limit=&cursor=` of a list; text, because it comes from a query. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.listRows).default(limits.listRows),
  cursor: z.string().max(200).optional(),
})

/**
 * The query of each admin list, beside its filters and `sort` (docs/reference/wire.md). Without `sort` the list has its
 * work order, and `order` is ignored. With `sort` the default is descending.
 */
export const AdminListQuery = PageQuery.extend({
  search: z.string().trim().max(limits.adminList.searchMaxLength).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})

export const NoInput = z.object({})
export const Done = z.object({ message: z.string() })
