import type { SavedView } from '@kismet/contracts'
import { deleteView, listViews, renameView, saveView } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button, IconButton } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { confirm, openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { ConfirmDialog, InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import Bookmark from 'lucide-react/icons/bookmark'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHiddenColumns } from '../../core/table/hidden-columns.ts'
import { useChange } from '../notices/use-change.ts'
import { queryOf } from '../session/from-contract.ts'

const useViews = queryOf(listViews, ['Views'])

/** The address of a list without its open row, and with its hidden columns: all that a view is. */
function useViewQuery(label: string): string {
  const { search } = useLocation()
  const [hidden] = useHiddenColumns(label)
  const params = new URLSearchParams(search)
  params.delete('id')
  if (hidden.length > 0) params.set('hide', hidden.join(','))
  else params.delete('hide')
  return params.toString()
}

interface NameDialogProps {
  title: string
  action: string
  name: string
  /** Whether the dialog asks for this too. */
  canShare?: boolean
  onName: (name: string, isShared: boolean) => Promise<unknown>
  onClose: () => void
}

function NameDialog({ title, action, name, canShare = false, onName, onClose }: NameDialogProps): ReactNode {
  const [text, setText] = useState(name)
  const [isShared, setShared] = useState(false)
  const onConfirm = async (): Promise<void> => {
    if (text.trim() === '') return
    await onName(text.trim(), isShared)
    onClose()
  }
  return (
    <ConfirmDialog title={title} icon={Bookmark} action={action} onConfirm={onConfirm} onClose={onClose}>
      <TextField label="Name" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
      {canShare && (
        <Checkbox checked={isShared} onChange={setShared}>
          Show it to all admins
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

interface ViewRowProps {
  view: SavedView
  onChoose: () => void
}

function ViewRow({ view: { _id: id, name, isShared, isMine, by }, onChoose }: ViewRowProps): ReactNode {
  const change = useChange('Views')
  const rename = (): unknown =>
    openDialog((close) => (
      <NameDialog
        title="Rename this view"
        action="Rename"
        name={name}
        onName={(next) => change(renameView, { id, name: next }, `The view is now “${next}”.`)}
        onClose={close}
      />
    ))
  const remove = (): unknown =>
    confirm({
      ...{ title: `Delete “${name}”?`, icon: Trash, action: 'Delete', isDangerous: true },
      body: isShared ? 'All admins lose this view.' : 'Only you see this view.',
      run: () => change(deleteView, { id }, 'The view is deleted.'),
    })
  return (
    <Row as="li" gap={2}>
      <Button onClick={onChoose}>{name}</Button>
      {isShared && <Tag>{isMine ? 'shared' : `by ${by}`}</Tag>}
      {isMine && (
        <Row gap={1} className={textClass('push')}>
          <IconButton icon={Pencil} size="s" label={`Rename ${name}`} onClick={rename} />
          <IconButton icon={Trash} size="s" label={`Delete ${name}`} onClick={remove} />
        </Row>
      )}
    </Row>
  )
}

/** Views of a list: filters, days, order and columns under a name, for the admin or for all. */
export function SavedViews({ label }: { label: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { pathname: page } = useLocation()
  const query = useViewQuery(label)
  const navigate = useNavigate()
  const change = useChange('Views')
  const { currentData } = useViews({ page }, { skip: !isOpen })
  const views = currentData?.views ?? []
  const save = (): unknown =>
    openDialog((close) => (
      <NameDialog
        title="Save this view"
        action="Save"
        name=""
        canShare
        onName={(name, isShared) => change(saveView, { page, name, query, isShared }, `“${name}” is saved.`)}
        onClose={close}
      />
    ))
  const choose = (view: SavedView): void => {
    setOpen(false)
    void navigate(`${page}?${view.query}`)
  }
  return (
    <>
      <IconButton icon={Bookmark} size="s" label="Saved views" onClick={() => setOpen(true)} />
      {isOpen && (
        <InfoDialog
          title="Saved views"
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => void save()}>Save this view</Button>}
        >
          {views.length === 0 ? (
            <p>
              {currentData === undefined
                ? 'Loading…'
                : 'No views yet. A view keeps the filters, days, order and columns of this list.'}
            </p>
          ) : (
            <Stack as="ul" gap={2} aria-label="Saved views">
              {views.map((view) => (
                <ViewRow key={view._id} view={view} onChoose={() => choose(view)} />
              ))}
            </Stack>
          )}
        </InfoDialog>
      )}
    </>
  )
}
