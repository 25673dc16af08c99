import { z } from 'zod'
import { adminRoles, operation } from './operation.ts'
import type { AdminRole } from './operation.ts'
import { Id, IsoTime } from './primitives.ts'
import { RequestId } from './requests.ts'

/** Limits of notes, beside `limits`, which the first load of the player app has. `most`: of one request. */
export const noteLimits = { maxLength: 500, most: 20 } as const

/** Who writes notes about a request. Auditors read them. */
export const noteWriters = ['owner', 'cashier', 'support'] as const satisfies readonly AdminRole[]

export const NoteText = z
  .string({ error: 'Please write a note.' })
  .trim()
  .min(1, { error: 'Please write a note.' })
  .max(noteLimits.maxLength, { error: `A note has at most ${noteLimits.maxLength} letters.` })

/** A note of an admin about a deposit or withdrawal request. Players do not see it. Notes are never changed. */
export const RequestNote = z.object({ _id: Id, text: z.string(), by: z.string(), at: IsoTime })
export type RequestNote = z.output<typeof RequestNote>

export const listRequestNotes = operation({
  subject: 'payments.list-request-notes',
  route: {
    method: 'GET',
    path: '/api/admin/requests/:id/notes',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The notes about a deposit or withdrawal request, oldest first',
  },
  input: RequestId,
  output: z.object({ notes: z.array(RequestNote) }),
  errors: ['not_found'],
})

export const addRequestNote = operation({
  subject: 'payments.add-request-note',
  route: {
    method: 'POST',
    path: '/api/admin/requests/:id/notes',
    access: { admin: noteWriters },
    rate: 'command',
    summary: 'Write a note about a deposit or withdrawal request, which stays',
  },
  input: RequestId.extend({ text: NoteText }),
  output: z.object({ note: RequestNote }),
  errors: ['not_found'],
})
