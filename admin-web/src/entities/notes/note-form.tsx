import type { RoutedOperation } from '@kismet/app-kit/call.ts'
import type { Once } from '@kismet/app-kit/contract-endpoints.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'
import { useFields } from '../../core/fields.ts'
import { useShowOutcome } from '../notices/use-change.ts'
import type { Stale } from '../session/from-contract.ts'
import { changing } from '../session/from-contract.ts'
import { useOrder } from '../session/orders.ts'

const Draft = z.string()

/** The draft of a note, and the note on its way. A page that is left and opened again knows both. */
const useNoteOrder = (id: string) =>
  useOrder({ name: `note of ${id}`, draft: Draft, empty: '', facts: z.null(), untilLogout: true })

interface OpenForm {
  isOpen: boolean
  open: () => void
  close: () => void
}

/** Whether the form of a note about a player or a request is open. A draft opens it. */
export function useNoteForm(id: string): OpenForm {
  const { draft, change } = useNoteOrder(id)
  const [isOpened, setOpened] = useState(false)
  return {
    isOpen: isOpened || draft !== '',
    open: () => setOpened(true),
    close: () => {
      setOpened(false)
      change(() => '')
    },
  }
}

const lost = 'The note may have been saved. Check the list before you write it again.'

interface NoteFormProps {
  id: string
  operation: RoutedOperation<z.ZodType<{ id: string; text: string }, { id: string; text: string }>, z.ZodType> & Once
  stale: Stale
  hint: string
  form: OpenForm
}

/** The draft stays in the field until the server has it. */
export function NoteForm({ id, operation, stale, hint, form }: NoteFormProps): ReactNode {
  const show = useShowOutcome()
  const { draft, change, busy, send } = useNoteOrder(id)
  const fields = useFields(operation.input, { id, text: draft }, ({ text }) => {
    // The form of a kept draft stays open when all of its text is deleted.
    form.open()
    change(() => text)
  })
  const onSubmit = fields.submit(async (input) => {
    const order = { intent: input.text, facts: null }
    // A note has no key, so it is sent once.
    const ended = await send({ ...order, send: (callApi) => changing(operation, stale)(input, callApi), times: 0 })
    if (show(ended, 'Note saved', lost) !== undefined) form.close()
  })
  return (
    <Form onSubmit={onSubmit} aria-label="Write a note">
      <TextArea label="Note" autoFocus={draft === ''} rows={3} hint={hint} readOnly={busy} {...fields.text('text')} />
      <Row gap={2}>
        <Button type="submit" busy={busy}>
          Write note
        </Button>
        <Button disabled={busy} onClick={form.close}>
          Cancel
        </Button>
      </Row>
    </Form>
  )
}
