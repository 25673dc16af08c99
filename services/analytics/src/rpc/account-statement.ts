import { adminGetPlayerStatement, getAccountStatement, Id } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { Filters } from '../domain/lists.ts'
import { Statement } from '../read/statement.ts'

type Page = Output<typeof getAccountStatement>

const pageOf = (
  ctx: Context,
  reader: string,
  playerId: string,
  { limit, cursor, ...filters }: Filters & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page> =>
  ctx.statements.run(reader, async () => {
    const statement = await Statement.open(ctx, playerId, filters, { cursor })
    const statements = await statement.take(limit)
    return { statements, nextCursor: statement.cursor }
  })

/** A page of a player's statement, for the player and for admins. */
export const accountStatementOperations = [
  handle(getAccountStatement, (ctx: Context, { input, player }) => pageOf(ctx, player.id, player.id, input)),
  handle(adminGetPlayerStatement, async (ctx: Context, { input: { id, ...asked }, admin }) => {
    const page = await pageOf(ctx, admin.id, id, asked)
    // After the cursor was looked at: a request that is wrong in itself is refused as that first.
    if (!Id.safeParse(id).success) throw new Refusal('not_found')
    return page
  }),
]
