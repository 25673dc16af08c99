import { describe, expect, it } from '@jest/globals'
import type { UnknownAction } from '@reduxjs/toolkit'
import {
  callReached,
  callUnreached,
  connectionAt,
  connectionAwaited,
  connectionDown,
  connectionSlice,
  connectionStuck,
  connectionUp,
  firstGraceMs,
  graceMs,
  numbersRead,
} from './connection-slice.ts'

const { reducer, selectors } = connectionSlice
const after = (...actions: UnknownAction[]): ReturnType<typeof reducer> =>
  actions.reduce(reducer, reducer(undefined, { type: 'start' }))
const start = connectionAwaited(1_000)

describe('the badge', () => {
  it.each([
    { name: 'not begun', actions: [], atMs: 900_000, says: 'connecting' },
    { name: 'on its way', actions: [start], atMs: 1_000 + firstGraceMs - 1, says: 'connecting' },
    { name: 'never came', actions: [start], atMs: 1_000 + firstGraceMs, says: 'reconnecting' },
    { name: 'up', actions: [start, connectionUp()], atMs: 900_000, says: 'live' },
    {
      name: 'away for a moment',
      actions: [start, connectionUp(), connectionDown(5_000)],
      atMs: 5_000 + graceMs - 1,
      says: 'live',
    },
    {
      name: 'away for longer',
      actions: [start, connectionUp(), connectionDown(5_000)],
      atMs: 5_000 + graceMs,
      says: 'reconnecting',
    },
    { name: 'whose code does not come', actions: [start, connectionStuck()], atMs: 1_001, says: 'stuck' },
    { name: 'whose code has come', actions: [start, connectionStuck(), connectionUp()], atMs: 1_001, says: 'live' },
    {
      name: 'away, and calls fail',
      actions: [start, connectionUp(), connectionDown(5_000), callUnreached()],
      atMs: 6_000,
      says: 'offline',
    },
    {
      name: 'away, and calls are answered again',
      actions: [start, connectionUp(), connectionDown(5_000), callUnreached(), callReached()],
      atMs: 21_000,
      says: 'reconnecting',
    },
    {
      name: 'a call fails while news arrives',
      actions: [start, connectionUp(), callUnreached()],
      atMs: 3_000,
      says: 'live',
    },
    {
      name: 'back',
      actions: [start, connectionUp(), connectionDown(5_000), callUnreached(), connectionUp()],
      atMs: 60_001,
      says: 'live',
    },
  ])('$name: $says', ({ actions, atMs, says }) => {
    expect(connectionAt(after(...actions), atMs)).toBe(says)
  })

  it('keeps the age of the numbers: when a question was last answered with what was asked for', () => {
    const state = after(
      start,
      numbersRead(1_500),
      connectionUp(),
      numbersRead(2_500),
      connectionDown(5_000),
      callReached(),
      callUnreached(),
    )
    expect(state.asOfMs).toBe(2_500)
    expect(selectors.selectIsOffline({ connection: state })).toBe(true)
  })
})
