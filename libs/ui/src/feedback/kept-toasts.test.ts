import { describe, expect, it } from '@jest/globals'
import type { NewsKind, ToastMessage } from './kept-toasts.ts'
import { withToast } from './kept-toasts.ts'

const kinds: Readonly<Record<string, NewsKind>> = { b: 'bad', g: 'good', n: 'note' }
const toastOf = (id: string): ToastMessage => ({ id, kind: kinds[id.charAt(0)] ?? 'note', text: id, lastsMs: null })

describe('the messages that are kept', () => {
  it.each([
    { before: '', comes: 'g1', kept: 'g1' },
    { before: 'g1 g2', comes: 'g3', kept: 'g1 g2 g3' },
    { before: 'g1 g2 g3', comes: 'g4', kept: 'g2 g3 g4' },
    { before: 'b1 g2 g3', comes: 'g4', kept: 'b1 g3 g4' },
    { before: 'g1 b2 n3', comes: 'b4', kept: 'b2 n3 b4' },
    { before: 'b1 b2 b3', comes: 'b4', kept: 'b1 b2 b3 b4' },
    { before: 'b1 b2 b3', comes: 'g4', kept: 'b1 b2 b3 g4' },
    { before: 'b1 b2 b3 g4', comes: 'g5', kept: 'b1 b2 b3 g5' },
  ])('$before and $comes: $kept', ({ before, comes, kept }) => {
    const toasts = before === '' ? [] : before.split(' ').map(toastOf)
    expect(
      withToast(toasts, toastOf(comes))
        .map(({ id }) => id)
        .join(' '),
    ).toBe(kept)
  })
})
