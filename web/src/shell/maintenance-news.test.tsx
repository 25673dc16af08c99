import { expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getSiteMaintenance, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { api } from '../core/api.ts'
import { sessionEnded, sessionStarted } from '../entities/session/session-slice.ts'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

const underMaintenance = (): HTMLElement | null => screen.queryByText('SITE UNDER MAINTENANCE')

it('news of maintenance stand against the answer to a check that began before them', async () => {
  const gateway = new PlayerGateway()
  const old = Promise.withResolvers<Reply<typeof getSiteMaintenance>>()
  gateway.answer(getSiteMaintenance, () => old.promise)
  const { connection, store } = openSite('/', { gateway })
  await waitFor(() => expect(gateway.requestsOf(getSiteMaintenance)).toHaveLength(1))
  const checks = store.dispatch(api.util.getRunningQueriesThunk())
  gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
  act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
  await waitFor(() => expect(underMaintenance()).not.toBeNull())
  await act(async () => {
    old.resolve(ok({ siteMaintenance: false }))
    await Promise.all(checks)
  })
  expect(underMaintenance()).not.toBeNull()
})

it.each([
  { check: 'has no answer', reply: () => null },
  { check: 'is on its way', reply: () => new Promise<null>(() => undefined) },
])('the maintenance screen stays over the end and the start of a session while the check $check', async ({ reply }) => {
  const gateway = new PlayerGateway()
  gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
  const { store } = openSite('/casino/dice', { gateway })
  await waitFor(() => expect(underMaintenance()).not.toBeNull())
  gateway.answer(getSiteMaintenance, reply)
  const session = store.getState().session.current
  if (session === null) throw new Error('Nobody is logged in')
  for (const action of [sessionEnded('idle'), sessionStarted(session)]) {
    const asked = gateway.requestsOf(getSiteMaintenance).length
    act(() => void store.dispatch(action))
    expect(underMaintenance()).not.toBeNull()
    await waitFor(() => expect(gateway.requestsOf(getSiteMaintenance).length).toBeGreaterThan(asked))
    expect(underMaintenance()).not.toBeNull()
  }
})
