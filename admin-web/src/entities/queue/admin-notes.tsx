import type { RequestKind } from '@kismet/contracts'
import { addRequestNote, listRequestNotes, noteLimits } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import Plus from 'lucide-react/icons/plus'
import StickyNote from 'lucide-react/icons/sticky-note'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { countText } from '../../core/format/amount.tsx'
import { formatMinute } from '../../core/format/time.ts'
import { NoteForm, useNoteForm } from '../notes/note-form.tsx'
import { queryOf } from '../session/from-contract.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import type { QueueRequest } from './request.ts'
import styles from './facts.module.css'

const { most } = noteLimits
const lists = ['Deposits', 'Withdrawals'] as const
const useNotes = queryOf(listRequestNotes, lists)

/** Marks a request with notes in a list. */
export function NotesTag({ notes }: Pick<QueueRequest, 'notes'>): ReactNode {
  return notes > 0 && <Tag icon={StickyNote}>{countText(notes, 'note')}</Tag>
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
  const form = useNoteForm(id)
  const { currentData, error, refetch } = useNotes({ id }, { skip: notes === 0 })
  const isStale = notes > 0 && currentData !== undefined && currentData.notes.length !== notes
  useEffect(() => {
    if (isStale) void refetch()
  }, [isStale, notes, refetch])
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
      {form.isOpen ? (
        <NoteForm
          id={id}
          operation={addRequestNote}
          stale={lists}
          hint="All admins can read it, the player cannot. It cannot be changed."
          form={form}
        />
      ) : (
        mayWrite && (
          <Button icon={Plus} onClick={form.open}>
            Add a note
          </Button>
        )
      )}
    </section>
  )
}
