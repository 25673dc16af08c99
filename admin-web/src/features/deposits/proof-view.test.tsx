import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { openQueue, openPlayer } from '../../testing/deposit-queue.tsx'

beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined
})
afterEach(() => localStorage.clear())

/** jsdom knows no pointers; to the page one is a mouse with an id. */
const pointer = (stage: HTMLElement, what: 'down' | 'move' | 'up', clientX = 0, clientY = 0): boolean =>
  fireEvent(stage, new MouseEvent(`pointer${what}`, { bubbles: true, clientX, clientY }))

describe('a proof that is enlarged', () => {
  it('is moved by the mouse and by the arrows, which do not leave the request', async () => {
    const { user } = await openQueue()
    const stage = await screen.findByRole('group', { name: 'Proof' })
    pointer(stage, 'down', 90, 90)
    pointer(stage, 'move', 50, 70)
    expect([stage.scrollLeft, stage.scrollTop]).toEqual([0, 0])
    pointer(stage, 'up')
    fireEvent.doubleClick(stage, { clientX: 50, clientY: 50 })
    pointer(stage, 'down', 90, 90)
    pointer(stage, 'move', 50, 70)
    expect([stage.scrollLeft, stage.scrollTop]).toEqual([40, 20])
    pointer(stage, 'up')
    pointer(stage, 'move', 0, 0)
    expect(stage.scrollLeft).toBe(40)
    stage.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect([stage.scrollLeft, stage.scrollTop]).toEqual([100, 80])
    expect(openPlayer()).toBe('player1')
  })
})
