import { getAccountStatement } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { lineOf, Statement } from '../read/statement.ts'

export const getAccountStatementHandler = handle(getAccountStatement, async (ctx: Context, { input, player }) => {
  const statement = await Statement.open(ctx, player.id, input, { cursor: input.cursor })
  const rows = await statement.take(input.limit)
  return { statements: rows.map(lineOf), nextCursor: statement.cursor }
})
