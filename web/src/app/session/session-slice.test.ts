import { paise } from '@kismet/contracts'
import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'
import {
  balanceHeld,
  balanceKnown,
  balanceShown,
  betSettled,
  selectBalancePaise,
  selectShownBalancePaise,
  sessionEnded,
  sessionStarted,
} from './session-slice.ts'
import type { Session } from './storage.ts'
import { readSession, writeSession } from './storage.ts'

const session: Session = {
  user: { id: '01940000-0000-7000-8000-000000000001', email: 'asha@example.in' },
  token: 'token',
  balancePaise: 100_000,
  balanceSeq: 4,
  startedAtMs: 5,
  netPaise: 0,
}

describe('the session in the store', () => {
  let store: Store
  beforeEach(() => {
    localStorage.clear()
    store = createStore()
    store.dispatch(sessionStarted(session))
  })

  it('is in the storage of the browser, with user, token and balance of their own, and comes back from there', () => {
    expect(localStorage.getItem('token')).toBe('token')
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ _id: session.user.id, email: session.user.email })
    expect(localStorage.getItem('balance')).toBe('100000')
    expect(readSession()).toEqual(session)
  })

  it.each([
    ['a later entry', 5, 120_000],
    ['the same entry again', 4, 120_000],
    ['an earlier entry', 3, 100_000],
  ])('takes the balance of %s for what it is', (_, balanceSeq, shownPaise) => {
    store.dispatch(balanceKnown({ balance: paise(120_000), balanceSeq }))
    expect(selectBalancePaise(store.getState())).toBe(shownPaise)
    expect(readSession()).toMatchObject({ balancePaise: shownPaise, balanceSeq: Math.max(4, balanceSeq) })
  })

  it('begins anew with the balance of another player, whose ledger is shorter', () => {
    store.dispatch(sessionStarted({ ...session, token: 'other', balancePaise: 0, balanceSeq: 0 }))
    store.dispatch(balanceKnown({ balance: paise(5_000), balanceSeq: 1 }))
    expect(selectBalancePaise(store.getState())).toBe(5_000)
  })

  it('shows the stake as gone and not yet the result while a result is on its way', () => {
    store.dispatch(balanceHeld({ stakePaise: 10_000 }))
    store.dispatch(balanceKnown({ balance: paise(110_000), balanceSeq: 5 }))
    expect(selectShownBalancePaise(store.getState())).toBe(90_000)
    store.dispatch(balanceShown())
    expect(selectShownBalancePaise(store.getState())).toBe(110_000)
  })

  it('adds up the net result of the session and keeps it over a reload', () => {
    store.dispatch(betSettled({ netPaise: 5_000 }))
    store.dispatch(betSettled({ netPaise: -7_500 }))
    expect(readSession()?.netPaise).toBe(-2_500)
  })

  it('leaves nothing of either role behind', () => {
    localStorage.setItem('adminToken', 'left over')
    store.dispatch(sessionEnded())
    expect(localStorage.length).toBe(0)
    expect(readSession()).toBeNull()
  })

  it('leaves alone what another tab has logged in with since', () => {
    writeSession({ ...session, token: 'newer' })
    store.dispatch(sessionEnded())
    expect(readSession()?.token).toBe('newer')
  })

  it('does not bring back a session that another tab has ended', () => {
    localStorage.clear()
    store.dispatch(balanceKnown({ balance: paise(120_000), balanceSeq: 5 }))
    store.dispatch(betSettled({ netPaise: 5_000 }))
    expect(localStorage.length).toBe(0)
  })

  it.each([
    ['no token', 'token', null],
    ['no user', 'user', null],
    ['a damaged user', 'user', '{"_id":1'],
    ['a user of another shape', 'user', '{"name":"asha"}'],
  ])('counts as none with %s', (_, key, value) => {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    expect(readSession()).toBeNull()
  })
})
