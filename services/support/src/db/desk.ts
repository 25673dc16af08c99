import type { SupportDesk } from '@kismet/contracts'
import type { Models, StoredDesk } from './models.ts'
import { duplicateKey } from './replies.ts'

const keptVersions = 10

/** The newest version; version 0 is empty. */
export async function readDesk({ desks }: Models): Promise<SupportDesk> {
  const [newest] = await desks.find({}).sort({ version: -1 }).limit(1).lean<StoredDesk[]>().exec()
  if (newest === undefined) return { templates: [], tags: [], version: 0, changedBy: null }
  const { _id, ...desk } = newest
  return desk
}

/** Stores the next version. @returns false when another call has stored this version */
export async function insertDesk({ desks }: Models, desk: SupportDesk): Promise<boolean> {
  try {
    await desks.create({ _id: `desk-${desk.version}`, ...desk })
  } catch (error) {
    if (!duplicateKey(error)) throw error
    return false
  }
  await desks.deleteMany({ version: { $lte: desk.version - keptVersions } }).exec()
  return true
}
