import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Banner, ToastStack } from './toast.tsx'

describe('messages', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })
  const pass = (ms: number): void => act(() => jest.advanceTimersByTime(ms))

  it('shows the newest three toasts', () => {
    const toasts = ['one', 'two', 'three', 'four'].map((text) => ({ id: text, tone: 'note' as const, text }))
    render(<ToastStack toasts={toasts} onClose={() => undefined} />)
    expect(screen.queryByText('one')).toBeNull()
    expect(screen.getByText('four')).toBeTruthy()
  })

  it('closes a toast after four seconds, but not under the pointer', () => {
    const closed: string[] = []
    render(<ToastStack toasts={[{ id: 'a', tone: 'good', text: 'Saved' }]} onClose={(id) => closed.push(id)} />)
    pass(3_000)
    fireEvent.mouseEnter(screen.getByText('Saved'))
    pass(10_000)
    expect(closed).toEqual([])
    fireEvent.mouseLeave(screen.getByText('Saved'))
    pass(3_999)
    expect(closed).toEqual([])
    pass(1)
    expect(closed).toEqual(['a'])
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
