import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { limits } from '@kismet/contracts'
import type { ActivitySource } from './activity-watch.ts'
import { watchActivity } from './activity-watch.ts'

const { inactivityMs, activityEveryMs, checkEveryMs } = limits.session

/** A browser whose clock is Jest's and whose person is the test. */
function browser(): { source: ActivitySource; input: () => void; heard: string[]; stop: () => void } {
  let last: number | null = null
  let onInput = (): void => undefined
  const heard: string[] = []
  const source: ActivitySource = {
    nowMs: () => Date.now(),
    listen: (listener) => {
      onInput = listener
      return () => {
        onInput = () => undefined
      }
    },
    readLast: () => last,
    writeLast: (atMs) => {
      last = atMs
    },
  }
  const stop = watchActivity(source, { onIdle: () => heard.push('idle'), onActive: () => heard.push('active') })
  return { source, input: () => onInput(), heard, stop }
}

describe('the watch for input', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('ends the session after more than 60 minutes without input, once', () => {
    const { heard } = browser()
    jest.advanceTimersByTime(inactivityMs)
    expect(heard).toEqual([])
    jest.advanceTimersByTime(10 * checkEveryMs)
    expect(heard).toEqual(['idle'])
  })

  it('counts from the last input and tells the server at most once a minute', () => {
    const { heard, input } = browser()
    input()
    jest.advanceTimersByTime(activityEveryMs - 1)
    input()
    expect(heard).toEqual(['active'])
    jest.advanceTimersByTime(1)
    input()
    expect(heard).toEqual(['active', 'active'])
    jest.advanceTimersByTime(inactivityMs)
    expect(heard).toHaveLength(2)
    jest.advanceTimersByTime(checkEveryMs)
    expect(heard).toEqual(['active', 'active', 'idle'])
  })

  it('stays while there is input in another tab', () => {
    const { heard, source } = browser()
    jest.advanceTimersByTime(inactivityMs - checkEveryMs)
    source.writeLast(Date.now())
    jest.advanceTimersByTime(10 * checkEveryMs)
    expect(heard).toEqual([])
  })

  it('is idle at once when the computer slept through the hour, before the input counts', () => {
    const { heard, input } = browser()
    jest.setSystemTime(Date.now() + inactivityMs + 1)
    input()
    expect(heard).toEqual(['idle'])
  })

  it('hears nothing after it was stopped', () => {
    const { heard, input, stop } = browser()
    stop()
    input()
    jest.advanceTimersByTime(2 * inactivityMs)
    expect(heard).toEqual([])
  })
})
