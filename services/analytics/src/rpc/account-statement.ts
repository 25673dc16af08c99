import { adminGetPlayerStatement, getAccountStatement } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import type { Filters } from '../domain/lists.ts'
import { balanceBefore, openStatement } from '../read/statement.ts'
import type { Statement } from '../read/statement.ts'

/** Lines that a search for an id reads at most. */
const mostRead = 2_000

/** The next lines whose id ends so. The search may stop before the end of the statement. */
async function takeByEnd(statement: Statement, end: string, limit: number) {
  const found: Awaited<ReturnType<Statement['take']>> = []
  for (let read = 0; read < mostRead && found.length < limit; read++) {
    const [row] = await statement.take(1)
    if (row === undefined) break
    if (row.transaction.endsWith(end)) found.push(row)
  }
  return found
}

interface Asked extends Filters {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly end?: string | undefined
}

const pageOf = (
  ctx: Context,
  reader: string,
  playerId: string,
  { limit, cursor, end, ...filters }: Asked,
): Promise<Output<typeof getAccountStatement>> =>
  ctx.statements.run(reader, async () => {
    const statement = await openStatement(ctx, playerId, filters, { cursor })
    const statements = end === undefined ? await statement.take(limit) : await takeByEnd(statement, end, limit)
    const { from } = filters
    const openingBalance = cursor === undefined && from !== undefined ? await balanceBefore(ctx, playerId, from) : null
    return { statements, nextCursor: statement.cursor(), ...(openingBalance !== null && { openingBalance }) }
  })

/** A page of a player's statement, for the player and for admins. */
export const accountStatementOperations = [
  handle(getAccountStatement, (ctx: Context, { input, player }) => pageOf(ctx, player.id, player.id, input)),
  handle(adminGetPlayerStatement, (ctx: Context, { input: { id, ...asked }, admin }) =>
    pageOf(ctx, admin.id, id, asked),
  ),
]
