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
import { formatMinute } from '../../core/format/time.ts'
import { useKept } from '../../core/kept-drafts.ts'
import { Listed } from '../../core/table/listed.tsx'
import { listingOf } from '../../core/table/table.ts'
import { useChange } from '../../entities/admins/use-change.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useAddPlayerNoteMutation, useListPlayerNotesInfiniteQuery } from './players-api.ts'
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

const useKeptNote = (id: string) => useKept<string>(`note of ${id}`)

interface NoteFormProps {
  id: string
  /** It was opened just now, and is not there because of what was written before. */
  isNew: boolean
  onClose: () => void
}

/** What was written stays in the field until the server has it. */
function NoteForm({ id, isNew, onClose }: NoteFormProps): ReactNode {
  const [text = '', keep] = useKeptNote(id)
  const [problem, setProblem] = useState<string>()
  const [add, { isLoading }] = useAddPlayerNoteMutation({ fixedCacheKey: id })
  const send = useChange()
  const submit = async (): Promise<void> => {
    const read = addPlayerNote.input.safeParse({ id, text })
    if (!read.success) {
      setProblem(read.error.issues[0]?.message)
      return
    }
    const added = await send(add(read.data), 'Note saved', lost)
    if (added) onClose()
  }
  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Write a note">
      <TextArea
        label="Note"
        autoFocus={isNew}
        rows={3}
        hint="All admins can read it. It cannot be changed or deleted."
        value={text}
        readOnly={isLoading}
        error={problem}
        onChange={({ target }) => {
          keep(() => target.value)
          setProblem(undefined)
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={isLoading}>
          Write note
        </Button>
        <Button disabled={isLoading} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** What admins wrote of a player, and why they suspended and lifted. */
export function PlayerNotes({ id }: { id: string }): ReactNode {
  const { role } = useAdmin()
  const [text, keep] = useKeptNote(id)
  const [isNew, setNew] = useState(false)
  const isWriting = isNew || text !== undefined
  const close = (): void => {
    setNew(false)
    keep(() => undefined)
  }
  const listing = listingOf(useListPlayerNotesInfiniteQuery({ id }), ({ notes }) => notes)
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
