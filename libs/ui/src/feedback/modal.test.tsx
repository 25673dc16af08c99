import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Drawer } from './modal.tsx'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  jest.spyOn(HTMLDialogElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 400, 300))
})
afterEach(() => {
  cleanup()
  jest.restoreAllMocks()
})

it.each([
  { name: 'its own padding', down: [105, 105], up: [105, 105], closes: 0 },
  { name: 'the page behind', down: [20, 20], up: [20, 20], closes: 1 },
  { name: 'a text that is selected out of it', down: [200, 200], up: [20, 20], closes: 0 },
  { name: 'a press that ends in it', down: [20, 20], up: [200, 200], closes: 0 },
] as const)('a click on $name', ({ down, up, closes }) => {
  const onClose = jest.fn()
  render(
    <Drawer title="More" onClose={onClose}>
      <p>inside</p>
    </Drawer>,
  )
  const dialog = screen.getByRole('dialog')
  fireEvent.mouseDown(dialog, { clientX: down[0], clientY: down[1] })
  fireEvent.click(dialog, { clientX: up[0], clientY: up[1] })
  expect(onClose).toHaveBeenCalledTimes(closes)
})
