import { describe, expect, it } from '@jest/globals'
import type { ToastKind, ToastMessage } from './toast-queue.ts'
import { addToast } from './toast-queue.ts'

const kinds: Readonly<Record<string, ToastKind>> = { b: 'bad', g: 'good', n: 'note' }
const toastOf = (id: string): ToastMessage => ({ id, kind: kinds[id.charAt(0)] ?? 'note', text: id, lastsMs: null })

describe('the messages that are kept', () => {
  it.each([
    { before: '', comes: 'g1', kept: 'g1' },
    { before: 'g1', comes: 'g2', kept: 'g2' },
    { before: 'n1', comes: 'b2', kept: 'b2' },
    { before: 'b1', comes: 'g2', kept: 'b1 g2' },
    { before: 'b1 g2', comes: 'g3', kept: 'b1 g3' },
    { before: 'b1 b2', comes: 'b3', kept: 'b1 b2 b3' },
  ])('$before and $comes: $kept', ({ before, comes, kept }) => {
    const toasts = before === '' ? [] : before.split(' ').map(toastOf)
    expect(
      addToast(toasts, toastOf(comes))
        .map(({ id }) => id)
        .join(' '),
    ).toBe(kept)
  })
})
