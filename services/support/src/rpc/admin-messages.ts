import { adminGetSupportMessage, adminListSupportMessages, Id } from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { countAll, findMessage, listMessages } from '../db/messages.ts'
import type { Models, StoredMessage } from '../db/messages.ts'
import { readPosition, writePosition } from '../domain/position.ts'
import type { Part, Position } from '../domain/position.ts'
import { adminView } from '../views.ts'

type ListQuery = Input<typeof adminListSupportMessages>

/** What admins read. */
export const adminMessages: readonly Handler<Context>[] = [
  handle(adminListSupportMessages, async ({ documents, searches }: Context, { admin, input }) => {
    const read = () => documents.run((models) => readPage(models, input))
    const { page, nextCursor } = await (input.search === undefined ? read() : searches.run(admin.id, read))
    return { messages: page.map(adminView), nextCursor, ...(await documents.run(countAll)) }
  }),
  handle(adminGetSupportMessage, async ({ documents }: Context, { input: { id } }) => ({
    message: adminView(await documents.run((models) => requireMessage(models, id))),
  })),
]

/** @throws Refusal `not_found` */
export async function requireMessage(models: Models, id: string): Promise<StoredMessage> {
  const message = Id.safeParse(id).success ? await findMessage(models, id) : null
  if (message === null) throw new Refusal('not_found')
  return message
}

/** A page of a list, from its start or after its cursor. @throws Refusal `invalid_request` for a cursor that is none of that list */
async function readPage(
  models: Models,
  query: ListQuery,
): Promise<{ page: StoredMessage[]; nextCursor: string | null }> {
  const parts = partsOf(query)
  const after = query.cursor === undefined ? undefined : readPosition(query.cursor)
  const from = query.cursor === undefined ? 0 : parts.findIndex((part) => part === after?.part)
  if (from < 0) throw new Refusal('invalid_request', 'The cursor is not valid.')
  // One more than are shown: then there is another page.
  const found = await readParts(models, parts.slice(from), after, { ...query, limit: query.limit + 1 })
  const page = found.slice(0, query.limit)
  const last = found.length > query.limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : writePosition(positionOf(last, parts)) }
}

/** The parts that a list goes through, in their order. */
function partsOf({ sort, order, status }: ListQuery): readonly Part[] {
  if (sort !== undefined) return [order === 'asc' ? 'oldest' : 'newest']
  return status === undefined ? ['open', 'closed'] : [status]
}

async function readParts(
  models: Models,
  [part, ...others]: readonly Part[],
  after: Position | undefined,
  query: ListQuery,
): Promise<StoredMessage[]> {
  const { status, search, limit } = query
  if (part === undefined || limit === 0) return []
  const found = await listMessages(models, part, after, { status, search: search === '' ? undefined : search }, limit)
  return [...found, ...(await readParts(models, others, undefined, { ...query, limit: limit - found.length }))]
}

function positionOf({ _id: id, status }: StoredMessage, [first]: readonly Part[]): Position {
  return { part: first === 'newest' || first === 'oldest' ? first : status, id }
}
