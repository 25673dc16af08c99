import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { useSteady } from './use-steady.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const pass = (ms: number): void => act(() => jest.advanceTimersByTime(ms))

it('is so at first, not for 600 ms after a change, and not for as long after a change back', () => {
  const { result, rerender } = renderHook(({ what }) => useSteady(what), { initialProps: { what: 'stopped' } })
  expect(result.current).toBe(true)
  rerender({ what: 'running' })
  expect(result.current).toBe(false)
  pass(400)
  rerender({ what: 'stopped' })
  expect(result.current).toBe(false)
  pass(599)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})
