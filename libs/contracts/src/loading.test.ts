import { afterEach, expect, it, jest } from '@jest/globals'

afterEach(() => void jest.restoreAllMocks())

it('no number is written in the way of a language while the contracts are loaded: the first one costs a phone 100 ms, in which it answers to nothing', async () => {
  const written = jest.spyOn(Number.prototype, 'toLocaleString')
  const made = jest.spyOn(Intl, 'NumberFormat')
  const { addPlayerNote } = await import('./index.ts')
  expect(addPlayerNote.subject).toBe('auth.add-player-note')
  expect([written.mock.calls, made.mock.calls]).toEqual([[], []])
})
