import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { gathered } from './gathered.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('does once what is asked for within its time, and again what is asked for later', () => {
  const work = jest.fn()
  const { ask } = gathered(20, work)
  ask()
  jest.advanceTimersByTime(19)
  ask()
  expect(work).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledTimes(1)
  ask()
  jest.advanceTimersByTime(20)
  expect(work).toHaveBeenCalledTimes(2)
})

it('does at once what is flushed, and not again', () => {
  const work = jest.fn()
  const { ask, flush } = gathered(20, work)
  flush()
  expect(work).not.toHaveBeenCalled()
  ask()
  flush()
  jest.advanceTimersByTime(20)
  expect(work).toHaveBeenCalledTimes(1)
})
