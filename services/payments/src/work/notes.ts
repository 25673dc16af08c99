import { noteLimits } from '@kismet/contracts'
import type { RequestNote } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { insertRow, isoOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { By, Context } from '../context.ts'
import type { StoredRequest } from '../db/requests.ts'
import { readReason } from '../domain/decision.ts'

const { most } = noteLimits

/** The notes about a request, oldest first. */
export async function readNotes(db: Queryable, requestId: string): Promise<RequestNote[]> {
  const sql = `SELECT id AS _id, text, by_name AS by, ${isoOf('at')} AS at FROM request_note WHERE request_id = $1 ORDER BY id`
  return (await db.query<RequestNote>(sql, [requestId])).rows
}

/** Adds a note about a locked request, with an audit row. @throws Refusal `invalid_request` for an empty note or one too many */
export async function addNote(
  ctx: Context,
  transaction: Queryable,
  request: StoredRequest,
  written: string,
  by: By,
): Promise<RequestNote> {
  if ((await readNotes(transaction, request.id)).length >= most)
    throw new Refusal('invalid_request', `A request has at most ${most} notes.`)
  return writeNote(ctx, transaction, request, written, by)
}

/** As `addNote`, also above the limit: for a note that a decision needs. @throws Refusal `invalid_request` for an empty note */
export async function writeNote(
  { audit, clock, randomness }: Context,
  transaction: Queryable,
  request: StoredRequest,
  written: string,
  { admin, meta }: By,
): Promise<RequestNote> {
  const text = readReason(written)
  if (text === null) throw new Refusal('invalid_request', 'Please write a note.')
  const nowMs = clock.now()
  const note = { _id: randomness.id(nowMs), text, by: admin.username, at: isoTime(nowMs) }
  const { playerId } = request
  const of = { id: note._id, request_id: request.id, player_id: playerId }
  const by = { by: admin.id, by_name: admin.username, at: note.at }
  await insertRow(transaction, 'request_note', { ...of, text, ...by })
  // The note can be erased, and an audit row cannot.
  const detail = { playerId, note: note._id }
  await audit.append(transaction, { admin, action: `${request.kind}.note`, target: request.id, detail, meta })
  return note
}
