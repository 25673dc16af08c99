import { adminGetPlayerStatement, getAccountStatement } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import type { Filters } from '../domain/lists.ts'
import { openStatement } from '../read/statement.ts'

const pageOf = (
  ctx: Context,
  reader: string,
  playerId: string,
  { limit, cursor, ...filters }: Filters & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Output<typeof getAccountStatement>> =>
  ctx.statements.run(reader, async () => {
    const statement = await openStatement(ctx, playerId, filters, { cursor })
    const statements = await statement.take(limit)
    return { statements, nextCursor: statement.cursor() }
  })

/** A page of a player's statement, for the player and for admins. */
export const accountStatementOperations = [
  handle(getAccountStatement, (ctx: Context, { input, player }) => pageOf(ctx, player.id, player.id, input)),
  handle(adminGetPlayerStatement, (ctx: Context, { input: { id, ...asked }, admin }) =>
    pageOf(ctx, admin.id, id, asked),
  ),
]
