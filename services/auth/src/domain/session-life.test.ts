import { describe, expect, it } from '@jest/globals'
import { lapseBounds, sessionEndsAt } from './session-life.ts'

const minute = 60_000
const hour = 60 * minute

describe('a session ends', () => {
  it.each([
    { what: '60 minutes after its start when nothing happens', lastActiveAtMs: 0, endsAtMs: hour },
    { what: '60 minutes after the last input', lastActiveAtMs: 5 * hour, endsAtMs: 6 * hour },
    { what: '24 hours after its start at the latest', lastActiveAtMs: 23.5 * hour, endsAtMs: 24 * hour },
    { what: 'at both at once', lastActiveAtMs: 23 * hour, endsAtMs: 24 * hour },
  ])('$what', ({ lastActiveAtMs, endsAtMs }) => {
    expect(sessionEndsAt({ createdAtMs: 0, lastActiveAtMs })).toBe(endsAtMs)
  })

  it.each([
    { what: 'one moment before its end', nowMs: hour - 1, hasEnded: false },
    { what: 'at its end', nowMs: hour, hasEnded: true },
  ])('and the bounds agree $what', ({ nowMs, hasEnded }) => {
    expect(0 <= lapseBounds(nowMs).lastActiveAtMs).toBe(hasEnded)
    expect(sessionEndsAt({ createdAtMs: 0, lastActiveAtMs: 0 }) <= nowMs).toBe(hasEnded)
  })
})
