import type { PlayerNote } from '@kismet/contracts'
import { addPlayerNote } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Ban from 'lucide-react/icons/ban'
import Plus from 'lucide-react/icons/plus'
import StickyNote from 'lucide-react/icons/sticky-note'
import UserCheck from 'lucide-react/icons/user-check'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { useFields } from '../../core/fields.ts'
import { formatMinute } from '../../core/format/time.ts'
import { useAppDispatch } from '../../core/store.ts'
import { Listed } from '../../core/table/listed.tsx'
import { listingOf } from '../../core/table/table.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { changing } from '../../entities/session/from-contract.ts'
import { useOrder } from '../../entities/session/orders.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { listPlayerNotes } from './players-api.ts'
import styles from './players.module.css'

const marks = {
  note: null,
  suspend: (
    <Tag tone="bad" icon={Ban}>
      Suspended
    </Tag>
  ),
  lift: (
    <Tag tone="good" icon={UserCheck}>
      Lifted
    </Tag>
  ),
  other: null,
} as const satisfies Record<PlayerNote['kind'], ReactNode>

const lost = 'The note may have been saved. Check the list before you write it again.'

const addNote = changing(addPlayerNote, ['Players'])
const Draft = z.string().nullable()

/** The draft of a note, which is null without one, and its order. */
const useNoteOrder = (id: string) =>
  useOrder({ name: `note of ${id}`, draft: Draft, empty: null, facts: z.null(), untilLogout: true })

interface NoteFormProps {
  id: string
  /** It was opened just now, and is not there because of what was written before. */
  isNew: boolean
  onClose: () => void
}

/** What was written stays in the field until the server has it. */
function NoteForm({ id, isNew, onClose }: NoteFormProps): ReactNode {
  const dispatch = useAppDispatch()
  const { draft, change, busy, send } = useNoteOrder(id)
  const fields = useFields(addPlayerNote.input, { id, text: draft ?? '' }, ({ text }) => change(() => text))
  const onSubmit = fields.submit(async (input) => {
    const ended = await send({
      intent: input.text,
      facts: null,
      send: (callApi) => addNote(input, callApi),
      // A note has no key, so it is sent once.
      times: 0,
    })
    if (ended === null) return
    if (ended.is === 'done') {
      dispatch(noticeShown('good', 'Note saved'))
      onClose()
    } else if (ended.is === 'lost') dispatch(noticeShown('bad', 'No answer came', lost))
    else dispatch(noticeShown('bad', 'No change was made', errorDetail(ended.error)))
  })
  return (
    <Form className={styles.form} onSubmit={onSubmit} aria-label="Write a note">
      <TextArea
        label="Note"
        autoFocus={isNew}
        rows={3}
        hint="All admins can read it. It cannot be changed or deleted."
        readOnly={busy}
        {...fields.text('text')}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          Write note
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** What admins wrote of a player, and why they suspended and lifted. */
export function PlayerNotes({ id }: { id: string }): ReactNode {
  const { role } = useAdmin()
  const { draft, change } = useNoteOrder(id)
  const [isNew, setNew] = useState(false)
  const isWriting = isNew || draft !== null
  const close = (): void => {
    setNew(false)
    change(() => null)
  }
  const listing = listingOf(listPlayerNotes.useInfiniteQuery({ id }), ({ notes }) => notes)
  return (
    <Panel
      title="Notes"
      note="newest first"
      end={
        mayCall(addPlayerNote.route, role) &&
        !isWriting && (
          <Button icon={Plus} onClick={() => setNew(true)}>
            Add
          </Button>
        )
      }
    >
      {isWriting && <NoteForm id={id} isNew={isNew} onClose={close} />}
      <Listed what="the notes" listing={listing} empty={{ icon: StickyNote, title: 'No notes' }} usualRows={3}>
        {(rows) => (
          <ol className={styles.notes} aria-label="Notes">
            {rows.map(({ _id, kind, text, by, at }) => (
              <li key={_id}>
                <p className={textClass('small', 'mute')}>
                  {marks[kind]} <b>{by}</b>, <time dateTime={at}>{formatMinute(at)}</time>
                </p>
                <p className={styles.text}>{text}</p>
              </li>
            ))}
          </ol>
        )}
      </Listed>
    </Panel>
  )
}
