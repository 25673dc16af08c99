import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import type { Store } from '@reduxjs/toolkit'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { jest } from '@jest/globals'
import { z } from 'zod'
import { storedSessionOf, readJson } from './stored-session.ts'
import type { SessionState } from './session-core.ts'
import { endReasonOf, sessionCore } from './session-core.ts'
import { watchSession } from './watch-session.ts'

interface Session {
  readonly token: string
  readonly name: string
}

const keys = {
  token: 'token',
  lastActivity: 'lastActivity',
  others: ['who', 'figure', 'adminToken'],
  read: (token: string, textOf: (key: string) => string | null) => {
    const who = readJson(z.object({ name: z.string() }), textOf('who'))
    return who && { token, ...who }
  },
  texts: ({ name }: Session) => ({ who: JSON.stringify({ name }) }),
}
const stored = storedSessionOf<Session>(keys)
const asha = { token: 'a.b.c', name: 'asha' }
const ravi = { token: 'd.e.f', name: 'ravi' }

/** A page of the app with the storage that it shares with other tabs. */
function openPage() {
  const core = sessionCore(stored)
  let resets = 0
  const api = { util: { resetApiState: () => ({ type: `reset ${++resets}` }) } }
  const store = configureStore({
    reducer: combineReducers({ session: core.reducer }),
    middleware: (defaults) => defaults().prepend(core.middleware(api)),
  }) as Store<{ session: SessionState<Session> }>
  let active = 0
  const stop = watchSession(core, store, () => (active += 1))
  return { core, store, stop, resets: () => resets, active: () => active, epoch: () => core.epochOf(store) }
}

/** What another tab does: the storage changes, and this page hears of it. */
function otherTab(session: Session | null): void {
  if (session) stored.write(session)
  else stored.clear(stored.read()?.token ?? null)
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
}

describe('the session', () => {
  let page: ReturnType<typeof openPage>
  beforeEach(() => {
    localStorage.clear()
    page = openPage()
  })
  afterEach(() => page.stop())

  it('has a new epoch with each login and logout, and forgets what was answered before', () => {
    const { core, store, epoch, resets } = page
    expect(epoch()).toEqual({ token: null, epoch: 0 })
    store.dispatch(core.sessionStarted(asha))
    expect([epoch(), resets()]).toEqual([{ token: 'a.b.c', epoch: 1 }, 1])
    store.dispatch(core.sessionStarted(ravi))
    store.dispatch(core.sessionEnded('logout'))
    expect([epoch(), resets()]).toEqual([{ token: null, epoch: 3 }, 3])
    store.dispatch(core.sessionEnded('ended'))
    expect([epoch().epoch, core.selectEndReason(store.getState())]).toEqual([3, 'logout'])
  })

  it('is followed when another tab logs out, and in as somebody else', () => {
    const { core, store, epoch } = page
    store.dispatch(core.sessionStarted(asha))
    otherTab(null)
    expect([epoch(), core.selectEndReason(store.getState())]).toEqual([{ token: null, epoch: 2 }, 'other-tab'])
    otherTab(ravi)
    expect([epoch(), stored.read()]).toEqual([{ token: 'd.e.f', epoch: 3 }, ravi])
  })

  it('is followed also by a page that has slept through it, and is no other one when nothing has changed', () => {
    const { core, store, epoch } = page
    store.dispatch(core.sessionStarted(asha))
    window.dispatchEvent(new Event('pageshow'))
    expect(epoch().epoch).toBe(1)
    stored.write(ravi)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(epoch()).toEqual({ token: 'd.e.f', epoch: 2 })
  })

  it('that ends here leaves the one alone that another tab has begun, and takes it', () => {
    const { core, store, epoch } = page
    store.dispatch(core.sessionStarted(asha))
    stored.write(ravi)
    store.dispatch(core.sessionEnded('ended'))
    expect([stored.read(), epoch()]).toEqual([ravi, { token: 'd.e.f', epoch: 3 }])
  })

  it('leaves nothing of either role behind, but for what is not of a session', () => {
    const { core, store } = page
    store.dispatch(core.sessionStarted(asha))
    for (const key of ['figure', 'adminToken', 'theme']) localStorage.setItem(key, 'x')
    stored.writeLastActivity(1)
    store.dispatch(core.sessionEnded('logout'))
    expect(Object.keys(localStorage)).toEqual(['theme'])
  })

  it('ends after 60 minutes without input, in whichever epoch it is', () => {
    jest.useFakeTimers()
    const { core, store } = page
    store.dispatch(core.sessionStarted(asha))
    jest.advanceTimersByTime(limits.session.inactivityMs - 1)
    window.dispatchEvent(new Event('keydown'))
    expect(page.active()).toBe(1)
    jest.advanceTimersByTime(limits.session.inactivityMs + limits.session.checkEveryMs)
    expect(core.selectEndReason(store.getState())).toBe('idle')
    jest.useRealTimers()
  })

  it.each([
    ['inactivity', 'idle'],
    ['password_reset', 'password'],
    ['password_changed', 'password'],
    ['account_closed', 'closed'],
    ['too_many_sessions', 'replaced'],
    ['a reason of later', 'ended'],
  ])('that the server has ended for %s is told as %s', (reason, told) => expect(endReasonOf(reason)).toBe(told))
})

describe('the stored session', () => {
  beforeEach(() => localStorage.clear())

  it.each([
    { name: 'nothing', texts: {} },
    { name: 'an empty token', texts: { token: '', who: '{"name":"asha"}' } },
    { name: 'a token alone', texts: { token: 'a.b.c' } },
    { name: 'another role’s token', texts: { adminToken: 'a.b.c', who: '{"name":"asha"}' } },
    { name: 'a damaged part', texts: { token: 'a.b.c', who: '{"name":' } },
    { name: 'a part of another shape', texts: { token: 'a.b.c', who: '{"id":1}' } },
  ])('is none of $name', ({ texts }) => {
    for (const [key, value] of Object.entries(texts)) localStorage.setItem(key, value)
    expect(stored.read()).toBeNull()
  })

  it('takes figures of its own alone, and does not bring back one that another tab has ended', () => {
    stored.write(asha)
    stored.writeTexts(ravi.token, { figure: '1' })
    expect(localStorage.getItem('figure')).toBeNull()
    stored.writeTexts(asha.token, { figure: '1' })
    expect(localStorage.getItem('figure')).toBe('1')
    stored.clear(asha.token)
    stored.writeTexts(asha.token, { figure: '2' })
    expect(localStorage.length).toBe(0)
  })

  it.each([
    { key: 'token', concerns: true },
    { key: null, concerns: true },
    { key: 'who', concerns: false },
    { key: 'lastActivity', concerns: false },
  ])('changes with $key: $concerns', ({ key, concerns }) => expect(stored.isConcerned(key)).toBe(concerns))

  it.each([
    { text: '1700000000000', ms: 1_700_000_000_000 },
    { text: '-1', ms: null },
    { text: 'soon', ms: null },
  ])('last had input at $text: $ms', ({ text, ms }) => {
    localStorage.setItem('lastActivity', text)
    expect(stored.readLastActivity()).toBe(ms)
  })
})
