import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import {
  deferDeletion,
  deleteLater,
  deleteOldProofs,
  findFilesToDelete,
  listPagesInDatabase,
  markMoved,
  takeOffList,
} from '../db/proofs.ts'
import type { ProofPage } from '../db/proofs.ts'
import type { Picture } from '../pictures/protocol.ts'
import { newFileName } from '../proofs/proof-store.ts'

/** With all of their pages. A proof has up to 5 MiB. */
const batchOfProofs = 50
const batchOfPages = 20
const batchOfFiles = 200
/** A file waits for its page for seconds. */
const withoutPageMs = 60 * 60_000
/** A file that cannot be deleted is tried again after this. */
const deleteAgainMs = 60 * 60_000

type Parts = Pick<Context, 'clock' | 'db' | 'log' | 'proofs' | 'proofStore' | 'randomness'>

const text = 'Your deposit request was not sent, because proofs cannot be stored at the moment. Please try again later.'
const notStored = () => new Refusal('unavailable', text)

/**
 * Stores a file and deletes it, so that the context knows whether the store of proofs takes files. Payments starts and
 * runs without the store, because withdrawals and decisions need no new file.
 */
export async function checkStore({ log, proofs, proofStore }: Parts): Promise<void> {
  const { isUp: wasUp, checkFile } = proofStore
  try {
    await proofs.put(checkFile, Buffer.from('check'))
    await proofs.delete(checkFile)
    proofStore.isUp = true
    if (wasUp === false) log.info({ event: 'proofs.store-up' }, 'the store of proofs takes files again')
  } catch (error) {
    proofStore.isUp = false
    const event = { err: error, event: 'proofs.store-down' }
    if (wasUp !== false) log.error(event, 'the store of proofs takes no files; deposit requests are refused')
  }
}

/** @throws Refusal `unavailable` while the store of proofs takes no files */
export function requireStore({ proofStore }: Pick<Parts, 'proofStore'>): void {
  if (proofStore.isUp === false) throw notStored()
}

/**
 * Stores the files of the pictures of a proof. They are deleted later unless `insertProof` stores their pages.
 * @throws Refusal `unavailable` when the store of proofs fails
 */
export async function storeFiles(ctx: Parts, pictures: readonly Picture[]): Promise<ProofPage[]> {
  const pages = pictures.map(({ print }) => ({ file: newFileName(ctx.randomness), print }))
  await deleteLater(
    ctx.db,
    pages.map(({ file }) => file),
    ctx.clock.now() + withoutPageMs,
  )
  try {
    for (const [at, { file }] of pages.entries()) await ctx.proofs.put(file, pictures[at]?.bytes ?? Buffer.alloc(0))
  } catch (error) {
    ctx.log.error({ err: error, event: 'proofs.not-stored' }, 'failed to store a proof in the store of proofs')
    throw notStored()
  }
  return pages
}

/** Deletes proofs of requests that were decided `keepMs` ago or earlier; `deleteFiles` deletes their files. */
export async function deleteDueProofs({ clock, db }: Parts, keepMs: number, stopping?: AbortSignal): Promise<void> {
  const nowMs = clock.now()
  while (
    stopping?.aborted !== true &&
    (await deleteOldProofs(db, nowMs - keepMs, nowMs, batchOfProofs)) === batchOfProofs
  );
}

/**
 * Deletes files that are due. The file goes first, so that a crash repeats the deletion. A file that the store does not
 * delete is tried again an hour later, so that it does not hold up other files.
 * @throws Error at the end, when the store did not delete some files
 */
export async function deleteFiles({ clock, db, proofs }: Parts, stopping?: AbortSignal): Promise<void> {
  const nowMs = clock.now()
  const errors: unknown[] = []
  let files: string[]
  do {
    files = await findFilesToDelete(db, nowMs, batchOfFiles)
    for (const file of files) {
      if (stopping?.aborted === true) return
      try {
        await proofs.delete(file)
      } catch (error) {
        errors.push(error)
        await deferDeletion(db, file, nowMs + deleteAgainMs)
        continue
      }
      await takeOffList(db, [file])
    }
  } while (files.length === batchOfFiles)
  const [cause] = errors
  if (cause !== undefined)
    throw new Error(`files that the store of proofs did not delete: ${errors.length}; retrying in an hour`, { cause })
}

/**
 * Moves some pictures of an earlier release out of the database, unless the store is down. A crash between a file and its
 * mark leaves the picture in the database, and the file is deleted later.
 * @returns how many
 */
export async function movePages(
  { clock, db, proofs, proofStore, randomness }: Parts,
  stopping?: AbortSignal,
): Promise<number> {
  if (proofStore.isUp === false) return 0
  let moved = 0
  for (const page of await listPagesInDatabase(db, batchOfPages)) {
    if (stopping?.aborted === true) break
    const file = newFileName(randomness)
    await deleteLater(db, [file], clock.now() + withoutPageMs)
    await proofs.put(file, page.bytes)
    if (await markMoved(db, page, file)) moved += 1
  }
  return moved
}
