import type { PlayerNote } from '@kismet/contracts'
import { addPlayerNote, adminListPlayerNotes } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Ban from 'lucide-react/icons/ban'
import Plus from 'lucide-react/icons/plus'
import StickyNote from 'lucide-react/icons/sticky-note'
import UserCheck from 'lucide-react/icons/user-check'
import type { ReactNode } from 'react'
import { formatMinute } from '../../core/format/time.ts'
import { Listed } from '../../core/table/listed.tsx'
import { listingOf } from '../../core/table/table.ts'
import { NoteForm, useNoteForm } from '../notes/note-form.tsx'
import { pagesOf } from '../session/from-contract.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import styles from './player-notes.module.css'

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

const listPlayerNotes = pagesOf(adminListPlayerNotes, { providesTags: ['Players'] as const })

/** What admins wrote of a player, and why they suspended and lifted. */
export function PlayerNotes({ id }: { id: string }): ReactNode {
  const { role } = useAdmin()
  const form = useNoteForm(id)
  const listing = listingOf(listPlayerNotes.useInfiniteQuery({ id }), ({ notes }) => notes)
  return (
    <Panel
      title="Notes"
      note="newest first"
      end={
        mayCall(addPlayerNote.route, role) &&
        !form.isOpen && (
          <Button icon={Plus} onClick={form.open}>
            Add
          </Button>
        )
      }
    >
      {form.isOpen && (
        <NoteForm
          id={id}
          operation={addPlayerNote}
          stale={['Players']}
          hint="All admins can read it. It cannot be changed or deleted."
          form={form}
        />
      )}
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
