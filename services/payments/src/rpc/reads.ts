import { getDepositSettings, listDeposits } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { depositsOfPlayer } from '../db/deposits.ts'
import { readSettings } from '../db/settings.ts'
import { readPosition, writePosition } from '../domain/cursor.ts'
import { playerView, settingsView } from '../views.ts'

/** What players read. */
export const reads: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({ settings: settingsView(await readSettings(ctx.db)) })),
  handle(listDeposits, async (ctx: Context, { player, input }) => {
    const after = input.cursor === undefined ? undefined : readPosition(input.cursor)
    if (input.cursor !== undefined && after === undefined)
      throw new Refusal('invalid_request', 'The cursor is not valid.')
    const found = await depositsOfPlayer(ctx.db, player.id, after, input.limit + 1)
    const page = found.slice(0, input.limit)
    const last = found.length > input.limit ? page.at(-1) : undefined
    return {
      deposits: page.map(playerView),
      nextCursor: last === undefined ? null : writePosition({ atMs: last.createdAtMs, id: last.id }),
    }
  }),
]
