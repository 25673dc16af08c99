import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import { deleteClosed, ownWork, readOldestClosed } from './db/messages.ts'

const everyMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000
/** In one step: each looks at all messages on FerretDB, and deletes one in some milliseconds. */
const batch = 200

type Housekeeper = Pick<Context, 'clock' | 'documents' | 'log' | 'room'>

/** Deletes closed messages that have had their time, and the oldest of them where more messages are kept than may be. Every replica does it: what one has deleted another one does not find. */
export function startHousekeeping(ctx: Housekeeper): Loop {
  return startLoop('old messages', everyMs, ctx.log, (stopping) => keepHouse(ctx, stopping))
}

export async function keepHouse(ctx: Housekeeper, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await deleteSome(ctx)) === batch);
}

/** @returns how many it has found to delete */
async function deleteSome({ clock, documents, log, room }: Housekeeper): Promise<number> {
  const before = new Date(clock.now() - room.closedDays * dayMs)
  const { oldest, total } = await documents.run((models) => readOldestClosed(models, batch), ownWork)
  const over = total - room.kept
  const due = oldest.filter(({ changedAt }, at) => at < over || (changedAt !== null && changedAt <= before))
  if (due.length === 0) return 0
  const deleted = await documents.run((models) => deleteClosed(models, due), ownWork)
  log.info({ deleted, total, over: Math.max(0, over) }, 'closed messages were deleted')
  return due.length
}
