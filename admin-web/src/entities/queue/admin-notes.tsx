import type { RequestKind } from '@kismet/contracts'
import { addRequestNote, listRequestNotes, noteLimits } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import Plus from 'lucide-react/icons/plus'
import StickyNote from 'lucide-react/icons/sticky-note'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { useFields } from '../../core/fields.ts'
import { countText } from '../../core/format/amount.tsx'
import { formatMinute } from '../../core/format/time.ts'
import { useAppDispatch } from '../../core/store.ts'
import { noticeShown } from '../notices/notices-slice.ts'
import { changing, queryOf } from '../session/from-contract.ts'
import { useOrder } from '../session/orders.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import type { QueueRequest } from './request.ts'
import styles from './facts.module.css'

const { most } = noteLimits
const lists = ['Deposits', 'Withdrawals'] as const
const useNotes = queryOf(listRequestNotes, lists)
const addNote = changing(addRequestNote, lists)
const lost = 'The note may have been saved. Check the notes before you write it again.'

/** Marks a request with notes in a list. */
export function NotesTag({ notes }: Pick<QueueRequest, 'notes'>): ReactNode {
  return notes > 0 && <Tag icon={StickyNote}>{countText(notes, 'note')}</Tag>
}

const Draft = z.string().nullable()

/** The draft of a note, which is null without a form, and its order. */
const useNoteOrder = (id: string) =>
  useOrder({ name: `note of request ${id}`, draft: Draft, empty: null, facts: z.null(), untilLogout: true })

/** The draft stays in the field until the server has it. */
function NoteForm({ id }: { id: string }): ReactNode {
  const dispatch = useAppDispatch()
  const { draft, change, busy, send } = useNoteOrder(id)
  const fields = useFields(addRequestNote.input, { id, text: draft ?? '' }, ({ text }) => change(() => text))
  const close = (): void => change(() => null)
  const onSubmit = fields.submit(async (input) => {
    // A note has no key, so it is sent once.
    const ended = await send({ intent: input.text, facts: null, send: (callApi) => addNote(input, callApi), times: 0 })
    if (ended === null) return
    if (ended.is === 'done') close()
    else if (ended.is === 'lost') dispatch(noticeShown('bad', 'No answer came', lost))
    else dispatch(noticeShown('bad', 'No change was made', errorDetail(ended.error)))
  })
  return (
    <Form className={styles.note} onSubmit={onSubmit} aria-label="Write a note">
      <TextArea
        label="Note"
        autoFocus
        rows={2}
        hint="All admins can read it, the player cannot. It cannot be changed."
        readOnly={busy}
        {...fields.text('text')}
      />
      <Row gap={2}>
        <Button type="submit" busy={busy}>
          Write note
        </Button>
        <Button disabled={busy} onClick={close}>
          Cancel
        </Button>
      </Row>
    </Form>
  )
}

/** The notes of admins about a request, and a form for one more. */
export function AdminNotes({
  kind,
  request: { _id: id, notes },
}: {
  kind: RequestKind
  request: QueueRequest
}): ReactNode {
  const { role } = useAdmin()
  const { draft, change } = useNoteOrder(id)
  const { currentData, error, refetch } = useNotes({ id }, { skip: notes === 0 })
  const isOld = notes > 0 && currentData !== undefined && currentData.notes.length !== notes
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, notes, refetch])
  const shown = currentData?.notes ?? []
  const mayWrite = mayCall(addRequestNote.route, role) && notes < most
  return (
    <section aria-label="Notes">
      <h3>Notes</h3>
      {notes > 0 && currentData === undefined && error !== undefined && (
        <p className={textClass('small', 'mute')}>The notes about this {kind} are not available.</p>
      )}
      {shown.length > 0 && (
        <ol className={styles.notes}>
          {shown.map(({ _id, text, by, at }) => (
            <li key={_id}>
              <p className={textClass('small', 'mute')}>
                <b>{by}</b>, <time dateTime={at}>{formatMinute(at)}</time>
              </p>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
      {draft !== null ? (
        <NoteForm key={id} id={id} />
      ) : (
        mayWrite && (
          <Button icon={Plus} onClick={() => change(() => '')}>
            Add a note
          </Button>
        )
      )}
    </section>
  )
}
