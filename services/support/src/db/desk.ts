import type { SupportDesk } from '@kismet/contracts'
import { Schema } from 'mongoose'
import type { Connection, Model } from 'mongoose'
import type { Models } from './models.ts'
import { duplicateKey } from './replies.ts'
import { readsEnd } from './reads.ts'

/** The prepared answers and tags. Each version is a document, so that two admins cannot store the same version. */
export type StoredDesk = SupportDesk & { readonly _id: string }

const keptVersions = 10

const schema = new Schema<StoredDesk>({ _id: String }, { strict: false, versionKey: false, id: false })
readsEnd(schema)

export const deskModelOn = (connection: Connection): Model<StoredDesk> => connection.model<StoredDesk>('desk', schema)

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
