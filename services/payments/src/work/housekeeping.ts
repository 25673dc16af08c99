import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { Context } from '../context.ts'
import { deleteUnusedQrImages } from '../db/settings.ts'
import { forgetAttempts } from '../db/usage.ts'
import { erasePayees, erasePayers } from './erase.ts'
import { checkStore, deleteDueProofs, deleteFiles, movePages } from './keep-proofs.ts'

const dayMs = 24 * 60 * 60_000
/** The quotas are for a day at most. */
const keepAttemptsMs = 2 * dayMs
const keepQrImagesMs = 30 * dayMs
const everyMs = 10 * 60_000
const moveEveryMs = 5_000
const checkStoreEveryMs = 10_000

/** What housekeeping does, by name. */
export const steps: Readonly<Record<string, (ctx: Context, stopping?: AbortSignal) => Promise<unknown>>> = {
  'old attempts': ({ clock, db }) => forgetAttempts(db, clock.now() - keepAttemptsMs),
  'old proofs': (ctx, stopping) => deleteDueProofs(ctx, ctx.keepProofsMs, stopping),
  'files of proofs': deleteFiles,
  'payers of old bank rows': erasePayers,
  'payees of old payment files': erasePayees,
  'old QR images': ({ clock, db }) => deleteUnusedQrImages(db, clock.now() - keepQrImagesMs),
}

/** Each step has a loop of its own, so that a step that fails keeps no other step from running. */
export function startHousekeeping(ctx: Context): Loop[] {
  const loops = Object.entries(steps).map(([name, step]) =>
    startLoop(name, everyMs, ctx.log, async (stopping) => void (await step(ctx, stopping))),
  )
  return [
    ...loops,
    startLoop('proofs to move', moveEveryMs, ctx.log, async (stopping) => void (await movePages(ctx, stopping))),
    startLoop('store of proofs', checkStoreEveryMs, ctx.log, () => checkStore(ctx)),
  ]
}
