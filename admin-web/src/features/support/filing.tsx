import type { SupportMessage } from '@kismet/contracts'
import { fileSupportMessage, supportLimits } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { SelectField } from '@kismet/ui/controls/text-field.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { useWholeChange } from '../../entities/notices/use-change.ts'
import { useGetMessageQuery } from '../../entities/queue/support-api.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useSupportDesk, useSupporters } from './desk-api.ts'
import styles from './conversation.module.css'

/** The values, and these of another list that they lack. */
const together = (some: readonly string[], more: readonly string[]): string[] => [...new Set([...some, ...more])]

/** The admin and the tags of a message. A change is saved at once. */
export function Filing({ message }: { message: SupportMessage }): ReactNode {
  const { _id: id, assignee, tags } = message
  const { role, username } = useAdmin()
  const { data: supporters } = useSupporters({})
  const { data: desk } = useSupportDesk({})
  const { refetch } = useGetMessageQuery({ id })
  const { busy, change } = useWholeChange(refetch, 'SupportMessages', { type: 'SupportMessage', id })
  const may = mayCall(fileSupportMessage.route, role)
  const file = (next: { assignee?: string | null; tags?: string[] }): void =>
    void change(fileSupportMessage, { id, assignee, tags, ...next }, 'Saved')
  const names = together(supporters?.names ?? [], assignee === null ? [] : [assignee])
  const allTags = together(desk?.tags ?? [], tags)
  const isFull = tags.length >= supportLimits.tagsOfThread
  return (
    <Panel title="Work">
      <div className={styles.filing}>
        <SelectField
          label="Answered by"
          disabled={!may || busy}
          value={assignee ?? ''}
          onChange={({ target: { value } }) => file({ assignee: value === '' ? null : value })}
        >
          <option value="">Not assigned</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        {may && assignee !== username && names.includes(username) && (
          <p>
            <Button disabled={busy} onClick={() => file({ assignee: username })}>
              Assign to me
            </Button>
          </p>
        )}
        {allTags.map((tag) => (
          <Checkbox
            key={tag}
            checked={tags.includes(tag)}
            disabled={!may || busy || (isFull && !tags.includes(tag))}
            onChange={(isOn) => file({ tags: isOn ? [...tags, tag] : tags.filter((one) => one !== tag) })}
          >
            {tag}
          </Checkbox>
        ))}
        {allTags.length === 0 && (
          <p className={textClass('small', 'mute')}>No tags yet. The list of messages has the tags below it.</p>
        )}
      </div>
    </Panel>
  )
}
