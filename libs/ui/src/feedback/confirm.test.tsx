import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Check from 'lucide-react/icons/check'
import { TextField } from '../controls/text-field.tsx'
import { Confirm } from './confirm.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
    // Like a browser, which cannot focus an element of a closed dialog.
    this.querySelector<HTMLElement>('input, button')?.focus()
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
afterEach(cleanup)

it.each([
  { name: 'does what its button does where that is said', byEnter: true, confirmed: 1 },
  { name: 'does nothing anywhere else', byEnter: false, confirmed: 0 },
])('Enter in a field of a question $name', async ({ byEnter, confirmed }) => {
  const user = userEvent.setup()
  const onConfirm = jest.fn<() => void>()
  render(
    <Confirm
      title="Add?"
      icon={Check}
      action="Add"
      busy={false}
      byEnter={byEnter}
      onConfirm={onConfirm}
      onClose={() => undefined}
    >
      <TextField label="Name" />
    </Confirm>,
  )
  await user.type(screen.getByLabelText('Name'), 'asha{Enter}')
  expect(onConfirm).toHaveBeenCalledTimes(confirmed)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(onConfirm).toHaveBeenCalledTimes(confirmed + 1)
})

it('takes Enter for Cancel, which has the focus', async () => {
  const user = userEvent.setup()
  const [onConfirm, onClose] = [jest.fn<() => void>(), jest.fn<() => void>()]
  render(
    <Confirm title="Pay?" icon={Check} action="Pay" busy={false} onConfirm={onConfirm} onClose={onClose}>
      Of ₹500.00
    </Confirm>,
  )
  await user.keyboard('{Enter}')
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1])
})

it('stays open while its order is in flight, and its Cancel keeps the focus', async () => {
  const user = userEvent.setup()
  const onClose = jest.fn<() => void>()
  const question = (busy: boolean) => (
    <Confirm title="Pay?" icon={Check} action="Pay" busy={busy} onConfirm={() => undefined} onClose={onClose}>
      Of ₹500.00
    </Confirm>
  )
  const { rerender } = render(question(true))
  const dialog = screen.getByRole('dialog')
  jest.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 400, 300))
  const leave = async (): Promise<void> => {
    await user.click(screen.getByRole('button', { name: /^Cancel/ }))
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    fireEvent.mouseDown(dialog, { clientX: 20, clientY: 20 })
    fireEvent.click(dialog, { clientX: 20, clientY: 20 })
  }
  await leave()
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog.getAttribute('closedby')).toBe('none')
  expect(document.activeElement?.textContent).toContain('Cancel')
  rerender(question(false))
  await leave()
  expect(onClose).toHaveBeenCalledTimes(3)
})
