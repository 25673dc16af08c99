import { addRequestNote, listRequestNotes, noteLimits, RequestKind } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { insertNote, readNotes } from '../db/notes.ts'
import { requireRequest } from '../db/requests.ts'
import { readReason } from '../domain/decision.ts'

const { most } = noteLimits

/** Notes of admins about requests, also about decided ones. */
export const requestNotes: readonly Handler<Context>[] = [
  handle(listRequestNotes, async ({ db }: Context, { input: { id } }) => {
    await requireRequest(db, id, RequestKind.options)
    return { notes: await readNotes(db, id) }
  }),
  handle(addRequestNote, ({ audit, clock, db, randomness }: Context, { admin, input, meta }) =>
    inTransaction(db, async (transaction) => {
      // The lock keeps two notes from exceeding the limit together.
      const request = await requireRequest(transaction, input.id, RequestKind.options, 'FOR UPDATE')
      if ((await readNotes(transaction, request.id)).length >= most)
        throw new Refusal('invalid_request', `A request has at most ${most} notes.`)
      const text = readReason(input.text)
      if (text === null) throw new Refusal('invalid_request', 'Please write a note.')
      const nowMs = clock.now()
      const note = { _id: randomness.id(nowMs), text, by: admin.username, at: isoTime(nowMs) }
      await insertNote(transaction, request, admin, note)
      // The note can be erased, and an audit row cannot.
      const detail = { playerId: request.playerId, note: note._id }
      await audit.append(transaction, { admin, action: `${request.kind}.note`, target: request.id, detail, meta })
      return { note }
    }),
  ),
]
