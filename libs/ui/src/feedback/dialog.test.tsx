import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import Check from 'lucide-react/icons/check'
import { SelectField, TextArea, TextField } from '../controls/text-field.tsx'
import { confirm, openDialog } from './confirm.tsx'
import { DialogHost } from './open-dialogs.tsx'
import { ConfirmDialog } from './dialog.tsx'

let opener: HTMLElement | null = null
beforeEach(() => {
  // Like a browser, which focuses the first control of an open dialog and gives the focus back.
  HTMLDialogElement.prototype.showModal = function showModal() {
    opener = document.activeElement as HTMLElement
    this.open = true
    this.querySelector<HTMLElement>('input, button')?.focus()
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    opener?.focus()
  }
})
afterEach(cleanup)

const pay = { title: 'Pay?', icon: Check, action: 'Pay', body: 'Of ₹500.00' }
const dialog = (): HTMLElement | null => screen.queryByRole('dialog')
const isHeld = (): boolean => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

function Page({ place = '/' }: { place?: string }) {
  const [answers, setAnswers] = useState<boolean[]>([])
  const onPay = async (): Promise<void> => {
    const isConfirmed = await confirm(pay)
    setAnswers([...answers, isConfirmed])
  }
  return (
    <>
      <button type="button" onClick={() => void onPay()}>
        Ask
      </button>
      <output>{answers.join()}</output>
      <DialogHost address={place} />
    </>
  )
}

it.each([
  { keys: '{Enter}', answer: 'true' },
  { keys: '{Shift>}{Tab}{/Shift}{Enter}', answer: 'false' },
])('$keys in a question answers $answer, and the focus is back where it was', async ({ keys, answer }) => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(screen.getByRole('button', { name: 'Pay' }).textContent).toBe('Pay Enter')
  await user.keyboard(keys)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(answer))
  expect(dialog()).toBeNull()
  expect(document.activeElement?.textContent).toBe('Ask')
})

it('a key that is held down opens a question and does not confirm it', async () => {
  const user = userEvent.setup()
  render(<Page />)
  screen.getByRole('button', { name: 'Ask' }).focus()
  await user.keyboard('{Enter}')
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
  expect(fireEvent(screen.getByRole('button', { name: 'Pay' }), held)).toBe(false)
  expect(dialog()).not.toBeNull()
})

it.each([
  { place: 'field', keys: 'asha{Enter}', confirmed: 1 },
  { place: 'area', keys: 'asha{Enter}', confirmed: 1 },
  { place: 'area', keys: 'asha{Shift>}{Enter}{/Shift}', confirmed: 0 },
])('$keys in a $place of a question confirms $confirmed times', async ({ place, keys, confirmed }) => {
  const user = userEvent.setup()
  const onConfirm = jest.fn<() => void>()
  render(
    <ConfirmDialog title="Add?" icon={Check} action="Add" onConfirm={onConfirm} onClose={() => undefined}>
      {place === 'field' ? <TextField label="Name" /> : <TextArea label="Name" />}
    </ConfirmDialog>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await user.keyboard(keys)
  expect(onConfirm).toHaveBeenCalledTimes(confirmed)
})

it('a question whose only field is a choice from a list begins at its action, so that Enter confirms', async () => {
  const user = userEvent.setup()
  const onConfirm = jest.fn<() => void>()
  render(
    <ConfirmDialog title="Reject?" icon={Check} action="Reject" onConfirm={onConfirm} onClose={() => undefined}>
      <SelectField label="Reason">
        <option>None</option>
      </SelectField>
    </ConfirmDialog>,
  )
  await user.keyboard('{Enter}')
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

it('a question cannot be left while its order is in flight, and the browser asks before it closes the page', async () => {
  const user = userEvent.setup()
  const order = Promise.withResolvers<undefined>()
  const { rerender } = render(<DialogHost address="/deposits" />)
  let answered: boolean | null = null
  act(() => void confirm({ ...pay, run: () => order.promise }).then((isConfirmed) => (answered = isConfirmed)))
  const element = screen.getByRole('dialog')
  jest.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 400, 300))
  expect(isHeld()).toBe(false)
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: /^Cancel/ }))
  fireEvent(element, new Event('cancel', { cancelable: true }))
  fireEvent.mouseDown(element, { clientX: 20, clientY: 20 })
  fireEvent.click(element, { clientX: 20, clientY: 20 })
  rerender(<DialogHost address="/withdrawals" />)
  expect([dialog(), answered, isHeld()]).toEqual([element, null, true])
  expect(element.getAttribute('closedby')).toBe('none')
  order.resolve(undefined)
  await waitFor(() => expect([dialog(), answered, isHeld()]).toEqual([null, true, false]))
})

it('a late answer closes its own question and leaves another one open', async () => {
  const user = userEvent.setup()
  const order = Promise.withResolvers<undefined>()
  render(<DialogHost address="/" />)
  act(() => void confirm({ ...pay, run: () => order.promise }))
  await user.keyboard('{Enter}')
  act(() => void confirm({ ...pay, title: 'Pay another?' }))
  expect(screen.getAllByRole('dialog')).toHaveLength(2)
  await act(async () => {
    order.resolve(undefined)
    await order.promise
  })
  await waitFor(() => expect(dialog()?.textContent).toContain('Pay another?'))
})

it.each<{ name: string; leave: ComponentProps<typeof Page> | null }>([
  { name: 'another page', leave: { place: '/withdrawals' } },
  { name: 'the end of the session', leave: null },
])('$name closes an idle question with a no', async ({ leave }) => {
  const { rerender } = render(<Page place="/deposits" />)
  let answered: boolean | null = null
  act(
    () =>
      void openDialog((close) => (
        <ConfirmDialog {...pay} onConfirm={() => close(true)} onClose={close}>
          Of ₹500.00
        </ConfirmDialog>
      )).then((isConfirmed) => (answered = isConfirmed)),
  )
  expect(dialog()).not.toBeNull()
  rerender(leave === null ? <p>Login</p> : <Page {...leave} />)
  await waitFor(() => expect(answered).toBe(false))
  expect(dialog()).toBeNull()
})
