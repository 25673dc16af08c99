import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { throttle } from './throttle.ts'

describe('a burst', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('is acted on at once, and once more at the end of the period', () => {
    const act = jest.fn()
    const { call } = throttle(1_000, act)
    for (let at = 0; at < 50; at++) call()
    expect(act).toHaveBeenCalledTimes(1)
    jest.advanceTimersByTime(1_000)
    expect(act).toHaveBeenCalledTimes(2)
    jest.advanceTimersByTime(10_000)
    expect(act).toHaveBeenCalledTimes(2)
  })

  it('leaves nothing behind when it is stopped', () => {
    const act = jest.fn()
    const { call, cancel } = throttle(1_000, act)
    call()
    call()
    cancel()
    jest.advanceTimersByTime(10_000)
    expect(act).toHaveBeenCalledTimes(1)
    call()
    expect(act).toHaveBeenCalledTimes(2)
  })
})
