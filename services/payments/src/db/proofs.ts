import type { Queryable } from '@kismet/service-kit/database'
import type { Picture } from '../pictures/picture-maker.ts'

export async function insertProof(db: Queryable, depositId: string, pictures: readonly Picture[]): Promise<void> {
  for (const [index, { mediaType, bytes }] of pictures.entries())
    await db.query('INSERT INTO proof_page (deposit_id, page, media_type, bytes) VALUES ($1, $2, $3, $4)', [
      depositId,
      index + 1,
      mediaType,
      bytes,
    ])
}

/** A page of a proof, from 1; of a player's own request alone when one is given. */
export async function findProofPage(
  db: Queryable,
  depositId: string,
  page: number,
  ownerId: string | undefined,
): Promise<Picture | undefined> {
  const { rows } = await db.query<{ media_type: string; bytes: Buffer }>(
    `SELECT media_type, bytes FROM proof_page JOIN deposit ON deposit.id = proof_page.deposit_id
     WHERE deposit_id = $1 AND page = $2 AND ($3::uuid IS NULL OR player_id = $3)`,
    [depositId, page, ownerId ?? null],
  )
  const [row] = rows
  return row === undefined ? undefined : { mediaType: row.media_type, bytes: row.bytes }
}
