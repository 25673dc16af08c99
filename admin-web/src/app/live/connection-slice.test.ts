import { describe, expect, it } from '@jest/globals'
import type { UnknownAction } from '@reduxjs/toolkit'
import {
  callAnswered,
  callUnreached,
  connectionAt,
  connectionAwaited,
  connectionDown,
  connectionSlice,
  connectionUp,
  graceMs,
} from './connection-slice.ts'

const { reducer, selectors } = connectionSlice
const after = (...actions: UnknownAction[]): ReturnType<typeof reducer> =>
  actions.reduce(reducer, reducer(undefined, { type: 'start' }))
const start = connectionAwaited(1_000)

describe('the badge', () => {
  it.each([
    { name: 'on its way', actions: [start], atMs: 1_000 + graceMs - 1, says: 'connecting' },
    { name: 'never came', actions: [start], atMs: 1_000 + graceMs, says: 'reconnecting' },
    { name: 'up', actions: [start, connectionUp(2_000)], atMs: 900_000, says: 'live' },
    {
      name: 'away for a moment',
      actions: [start, connectionUp(2_000), connectionDown(5_000)],
      atMs: 5_000 + graceMs - 1,
      says: 'live',
    },
    {
      name: 'away for longer',
      actions: [start, connectionUp(2_000), connectionDown(5_000)],
      atMs: 5_000 + graceMs,
      says: 'reconnecting',
    },
    {
      name: 'away, and calls fail',
      actions: [start, connectionUp(2_000), connectionDown(5_000), callUnreached()],
      atMs: 6_000,
      says: 'offline',
    },
    {
      name: 'away, and calls are answered again',
      actions: [start, connectionUp(2_000), connectionDown(5_000), callUnreached(), callAnswered(20_000)],
      atMs: 21_000,
      says: 'reconnecting',
    },
    {
      name: 'a call fails while news arrives',
      actions: [start, connectionUp(2_000), callUnreached()],
      atMs: 3_000,
      says: 'live',
    },
    {
      name: 'back',
      actions: [start, connectionUp(2_000), connectionDown(5_000), callUnreached(), connectionUp(60_000)],
      atMs: 60_001,
      says: 'live',
    },
  ])('$name: $says', ({ actions, atMs, says }) => {
    expect(connectionAt(after(...actions), atMs)).toBe(says)
  })

  it('keeps the age of the numbers: the last moment at which they were true', () => {
    const state = after(start, connectionUp(2_000), connectionDown(5_000), callAnswered(9_000), callUnreached())
    expect(state.asOfMs).toBe(9_000)
    expect(selectors.selectIsOffline({ connection: state })).toBe(true)
  })
})
