import { inTransaction } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { deleteOldProofs, filesInUse, holdPagesInDatabase, markMoved } from '../db/proofs.ts'
import type { ProofPage } from '../db/proofs.ts'
import type { Picture } from '../pictures/protocol.ts'
import { fileNameBytes } from '../proofs/proof-store.ts'

/** With all of their pages. A proof has up to 5 MiB. */
const batchOfProofs = 50
const batchOfPages = 20
/** A file without a row is younger only while its request is stored. */
const orphanMs = 60 * 60_000
/** More in one shard points to a store of another database. */
const orphansAtOnce = 200
const shards = 256

type Parts = Pick<Context, 'clock' | 'db' | 'log' | 'proofs' | 'randomness'>

async function putFile({ proofs, randomness }: Pick<Parts, 'proofs' | 'randomness'>, bytes: Buffer): Promise<string> {
  const file = randomness.bytes(fileNameBytes).toString('hex')
  await proofs.put(file, bytes)
  return file
}

async function deleteFiles({ log, proofs }: Pick<Parts, 'log' | 'proofs'>, files: readonly string[]): Promise<void> {
  for (const file of files)
    await proofs.delete(file).catch((error: unknown) => {
      log.warn({ err: error, file }, 'failed to delete a file of a proof; the sweep of orphans retries')
    })
}

/**
 * Stores the pictures of a proof, then runs `work`, which stores their rows. The files come first, so that no row is without
 * a file. Files without a row are deleted: at once where it is certain that no row was stored, else by `sweepOrphans`.
 * @param work says whether it stored the rows
 * @throws Refusal `unavailable` when the store of proofs fails, or a refusal of `work`
 */
export async function withProofFiles<Done extends { readonly isReplay: boolean }>(
  ctx: Parts,
  pictures: readonly Picture[],
  work: (pages: readonly ProofPage[]) => Promise<Done>,
): Promise<Done> {
  const pages: ProofPage[] = []
  const remove = () =>
    deleteFiles(
      ctx,
      pages.map(({ file }) => file),
    )
  for (const { bytes, print } of pictures)
    try {
      pages.push({ file: await putFile(ctx, bytes), print })
    } catch (error) {
      ctx.log.error({ err: error, event: 'proofs.not-stored' }, 'failed to store a proof in the store of proofs')
      await remove()
      throw new Refusal('unavailable')
    }
  try {
    const done = await work(pages)
    if (done.isReplay) await remove()
    return done
  } catch (error) {
    // A refusal rolls the transaction back. After another error the commit may have happened.
    if (isRefusal(error)) await remove()
    throw error
  }
}

/** Deletes proofs of requests that were decided `keepMs` ago or earlier. */
export async function deleteDueProofs(ctx: Parts, keepMs: number, stopping?: AbortSignal): Promise<void> {
  const nowMs = ctx.clock.now()
  for (;;) {
    if (stopping?.aborted === true) return
    const { count, files } = await deleteOldProofs(ctx.db, nowMs - keepMs, nowMs, batchOfProofs)
    await deleteFiles(ctx, files)
    if (count < batchOfProofs) return
  }
}

/** Moves some pictures of an earlier release out of the database. @returns how many */
export function movePages(ctx: Parts): Promise<number> {
  return inTransaction(ctx.db, async (transaction) => {
    const pages = await holdPagesInDatabase(transaction, batchOfPages)
    for (const page of pages) await markMoved(transaction, page, await putFile(ctx, page.bytes))
    return pages.length
  })
}

/** Deletes files without a row in one shard. Each run takes the next shard, so all are swept every 43 hours. */
export async function sweepOrphans(
  ctx: Parts,
  everyMs: number,
  shard = Math.floor(ctx.clock.now() / everyMs) % shards,
): Promise<void> {
  const olderThanMs = ctx.clock.now() - orphanMs
  const listed = await ctx.proofs.list(shard.toString(16).padStart(2, '0'))
  const old = listed.filter(({ storedAtMs }) => storedAtMs < olderThanMs).map(({ name }) => name)
  const used = await filesInUse(ctx.db, old)
  const orphans = old.filter((name) => !used.has(name)).slice(0, orphansAtOnce)
  if (orphans.length > 0) ctx.log.info({ event: 'proofs.orphans', count: orphans.length, shard }, 'orphans deleted')
  await deleteFiles(ctx, orphans)
}
