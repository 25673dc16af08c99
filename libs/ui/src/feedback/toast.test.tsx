import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { ToastMessage } from './toast-queue.ts'
import { Drawer } from './modal.tsx'
import { Banner, ToastStack } from './toast.tsx'

const news = (text: string, lastsMs: number | null = 4_000): ToastMessage => ({ id: text, kind: 'note', text, lastsMs })

describe('messages', () => {
  beforeEach(() => {
    // jsdom knows that a popover is hidden until it is shown, and not how to show it.
    HTMLElement.prototype.showPopover = function showPopover() {
      this.style.display = 'block'
    }
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })
  const pass = (ms: number): void => act(() => jest.advanceTimersByTime(ms))

  it('shows the newest toast, and how many wait behind it', () => {
    const toasts = ['one', 'two'].map((text) => news(text))
    render(<ToastStack toasts={toasts} onClose={() => undefined} />)
    expect(screen.queryByText('one')).toBeNull()
    expect(screen.getByText('1 more')).toBeTruthy()
    expect(screen.getByText('two')).toBeTruthy()
  })

  it('closes a toast after its time, but not under the pointer', () => {
    const closed: string[] = []
    render(<ToastStack toasts={[news('Saved')]} onClose={(id) => closed.push(id)} />)
    pass(3_000)
    fireEvent.mouseEnter(screen.getByText('Saved'))
    pass(10_000)
    expect(closed).toEqual([])
    fireEvent.mouseLeave(screen.getByText('Saved'))
    pass(3_999)
    expect(closed).toEqual([])
    pass(1)
    expect(closed).toEqual(['Saved'])
  })

  it('keeps a toast that has no end until it is closed', () => {
    const closed: string[] = []
    render(<ToastStack toasts={[news('Failed', null)]} onClose={(id) => closed.push(id)} />)
    pass(60_000)
    expect(closed).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(closed).toEqual(['Failed'])
  })

  it('stand in the modal on top while one is open, where alone they can be used', () => {
    const Page = ({ modals }: { modals: readonly string[] }): ReactNode => (
      <>
        {modals.map((title) => (
          <Drawer key={title} title={title} onClose={() => undefined}>
            <p>inside</p>
          </Drawer>
        ))}
        <ToastStack toasts={[news('Saved')]} onClose={() => undefined} />
      </>
    )
    const { rerender } = render(<Page modals={[]} />)
    const stands = (): string | null =>
      screen.getByText('Saved').closest('dialog')?.querySelector('h2')?.textContent ?? null
    const seen = [['first'], ['first', 'second'], ['first'], []].map((modals) => {
      rerender(<Page modals={modals} />)
      return stands()
    })
    expect(seen).toEqual(['first', 'second', 'first', null])
  })

  it.each([
    [undefined, 2_000],
    [3_000, 3_000],
  ])('closes a banner of %s ms after %i', (durationMs, closesAfterMs) => {
    let closed = 0
    render(<Banner text="News" onClose={() => closed++} {...(durationMs === undefined ? {} : { durationMs })} />)
    pass(closesAfterMs - 1)
    expect(closed).toBe(0)
    pass(1)
    expect(closed).toBe(1)
  })

  it('closes a banner at once when asked', () => {
    let closed = 0
    render(<Banner text="News" onClose={() => closed++} />)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(closed).toBe(1)
  })
})
