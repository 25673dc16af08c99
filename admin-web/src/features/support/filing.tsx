import type { SupportMessage } from '@kismet/contracts'
import { fileSupportMessage, supportLimits } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { Options, SelectField } from '@kismet/ui/controls/text-field.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useWholeChange } from '../../entities/notices/use-change.ts'
import { useGetMessageQuery } from '../../entities/queue/support-api.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useSupportDesk, useSupporters } from './desk-api.ts'

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
  const heading = useId()
  const isFull = tags.length >= supportLimits.tagsOfThread
  return (
    <Panel title="Assignment and tags">
      <Stack gap={3}>
        <SelectField
          label="Assigned to"
          disabled={!may || busy}
          value={assignee ?? ''}
          onChange={({ target: { value } }) => file({ assignee: value === '' ? null : value })}
        >
          <option value="">Not assigned</option>
          <Options of={names} />
        </SelectField>
        {may && assignee !== username && names.includes(username) && (
          <p>
            <Button disabled={busy} onClick={() => file({ assignee: username })}>
              Assign to me
            </Button>
          </p>
        )}
        {allTags.length > 0 && (
          <Stack gap={3} role="group" aria-labelledby={heading}>
            <h3 id={heading}>Tags</h3>
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
          </Stack>
        )}
        {allTags.length === 0 && (
          <p className={textClass('small', 'mute')}>No tags yet. Add tags below the list of messages.</p>
        )}
      </Stack>
    </Panel>
  )
}
