import { beforeEach, describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import { configureStore } from '@reduxjs/toolkit'
import { api } from '../../core/api.ts'
import {
  balanceHeld,
  balanceKnown,
  balanceShown,
  balanceSlice,
  figuresMiddleware,
  selectBalancePaise,
  selectIsNetBehind,
  selectShownBalancePaise,
  selectShownNetPaise,
} from './balance-slice.ts'
import { session, sessionEnded, sessionStarted } from './session-slice.ts'
import type { Session } from './storage.ts'
import { storedSession } from './storage.ts'

const asha: Session = {
  user: { id: '01940000-0000-7000-8000-000000000001', email: 'asha@example.in' },
  token: 'token',
  startedAtMs: 5,
  netAtLoginPaise: -3_000,
  figures: { balancePaise: 100_000, balanceSeq: 4, netPaise: -3_000, netSeq: 4 },
}

const createStore = () =>
  configureStore({
    reducer: {
      session: session.reducer,
      [balanceSlice.name]: balanceSlice.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) => defaults().prepend(session.middleware(api), figuresMiddleware).concat(api.middleware),
  })

describe('the figures of a session', () => {
  let store: ReturnType<typeof createStore>
  beforeEach(() => {
    localStorage.clear()
    store = createStore()
    store.dispatch(sessionStarted(asha))
  })

  it('are in the storage of the browser, with user, token and balance of their own, and come back from there', () => {
    expect(localStorage.getItem('token')).toBe('token')
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ _id: asha.user.id, email: asha.user.email })
    expect(localStorage.getItem('balance')).toBe('100000')
    expect(storedSession.read()).toEqual(asha)
  })

  it.each([
    ['a later entry', 5, 120_000],
    ['the same entry again', 4, 120_000],
    ['an earlier entry', 3, 100_000],
  ])('are those of the highest sequence: %s', (_, balanceSeq, shownPaise) => {
    store.dispatch(balanceKnown({ balance: paise(120_000), balanceSeq }))
    expect(selectBalancePaise(store.getState())).toBe(shownPaise)
    expect(storedSession.read()?.figures).toMatchObject({
      balancePaise: shownPaise,
      balanceSeq: Math.max(4, balanceSeq),
    })
  })

  it('have a net result that is the server’s, and know when it is older than the balance', () => {
    store.dispatch(balanceKnown({ balance: paise(90_000), balanceSeq: 5 }))
    expect([selectShownNetPaise(store.getState()), selectIsNetBehind(store.getState())]).toEqual([-3_000, true])
    store.dispatch(balanceKnown({ balance: paise(90_000), balanceSeq: 5, netResult: paise(-13_000) }))
    expect([selectShownNetPaise(store.getState()), selectIsNetBehind(store.getState())]).toEqual([-13_000, false])
    store.dispatch(balanceKnown({ balance: paise(100_000), balanceSeq: 4, netResult: paise(-3_000) }))
    expect(selectShownNetPaise(store.getState())).toBe(-13_000)
    expect(storedSession.read()).toMatchObject({ netAtLoginPaise: -3_000, figures: { netPaise: -13_000, netSeq: 5 } })
  })

  it('begin anew with another player, whose ledger is shorter', () => {
    const figures = { balancePaise: 0, balanceSeq: 0, netPaise: 0, netSeq: 0 }
    store.dispatch(sessionStarted({ ...asha, token: 'other', netAtLoginPaise: 0, figures }))
    store.dispatch(balanceKnown({ balance: paise(5_000), balanceSeq: 1 }))
    expect(selectBalancePaise(store.getState())).toBe(5_000)
  })

  it('show the stake as gone and not yet the result while a result is on its way', () => {
    store.dispatch(balanceHeld({ game: 'dice', stakePaise: 10_000 }))
    store.dispatch(balanceKnown({ balance: paise(110_000), balanceSeq: 5, netResult: paise(7_000) }))
    expect([selectShownBalancePaise(store.getState()), selectShownNetPaise(store.getState())]).toEqual([90_000, -3_000])
    store.dispatch(balanceShown({ game: 'dice' }))
    expect([selectShownBalancePaise(store.getState()), selectShownNetPaise(store.getState())]).toEqual([110_000, 7_000])
  })

  it('hide the stake of each game until the result of that game is seen', () => {
    store.dispatch(balanceHeld({ game: 'dice', stakePaise: 10_000 }))
    store.dispatch(balanceHeld({ game: 'slots', stakePaise: 5_000 }))
    expect(selectShownBalancePaise(store.getState())).toBe(85_000)
    store.dispatch(balanceKnown({ balance: paise(105_000), balanceSeq: 5, netResult: paise(7_000) }))
    store.dispatch(balanceShown({ game: 'dice', by: { balancePaise: 10_000, netPaise: 10_000 } }))
    expect([selectShownBalancePaise(store.getState()), selectShownNetPaise(store.getState())]).toEqual([105_000, 7_000])
    store.dispatch(balanceShown({ game: 'slots' }))
    expect(selectShownBalancePaise(store.getState())).toBe(105_000)
  })

  it('do not bring back a session that another tab has ended', () => {
    localStorage.clear()
    store.dispatch(balanceKnown({ balance: paise(120_000), balanceSeq: 5 }))
    expect(localStorage.length).toBe(0)
  })

  it('leave with the session, and nothing of either role stays', () => {
    localStorage.setItem('adminToken', 'left over')
    store.dispatch(sessionEnded('logout'))
    expect([localStorage.length, selectBalancePaise(store.getState())]).toEqual([0, 0])
  })
})
