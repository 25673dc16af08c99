import { erasePlayer, eraseSupportOfPlayer } from '@kismet/contracts'
import { operator } from '@kismet/service-kit/audit/chain'
import { inTransaction } from '@kismet/service-kit/database'
import type { Context } from './context.ts'
import { eraseProfile, listToErase } from './db/erasure.ts'

const playersAtOnce = 20

/**
 * Removes the personal data of accounts that were closed long ago: first in payments and support, then here. Ids, amounts and the audit
 * logs stay. A failed call is repeated in the next run.
 * @returns how many players
 */
export async function eraseClosed(ctx: Context): Promise<number> {
  const { audit, bus, clock, config, db, log } = ctx
  const closedUntilMs = clock.now() - config.ERASE_CLOSED_AFTER_DAYS * 24 * 3_600_000
  const due = await listToErase(db, closedUntilMs, playersAtOnce)
  const calls = due.map(async (playerId) => {
    const meta = { requestId: `erase-${playerId}` }
    await Promise.all([bus.call(erasePlayer, { playerId }, meta), bus.call(eraseSupportOfPlayer, { playerId }, meta)])
    return playerId
  })
  const ended = await Promise.allSettled(calls)
  for (const one of ended)
    if (one.status === 'rejected')
      log.warn({ err: one.reason as unknown }, 'failed to erase a player in payments or support; retrying')
  const ids = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (ids.length === 0) return 0
  await inTransaction(db, async (transaction) => {
    const players = await eraseProfile(transaction, ids, clock.now())
    const entry = { admin: operator, action: 'personal-data.erase', target: 'closed-accounts', detail: { players } }
    await audit.append(transaction, { ...entry, meta: { requestId: 'housekeeping' } })
  })
  return ids.length
}

/** Runs `eraseClosed` until no account is due. */
export async function eraseAllClosed(ctx: Context, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && (await eraseClosed(ctx)) === playersAtOnce);
}
