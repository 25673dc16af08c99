import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getSiteMaintenance, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { api } from '../core/api.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'

afterEach(() => localStorage.clear())

it('news of maintenance stand against the answer to a check that began before them', async () => {
  const office = new BackOffice()
  const old = Promise.withResolvers<Reply<typeof getSiteMaintenance>>()
  office.answer(getSiteMaintenance, () => old.promise)
  const { live, store } = openApp('/admin/game-mode', { office })
  await waitFor(() => expect(office.requestsOf(getSiteMaintenance)).toHaveLength(1))
  const checks = store.dispatch(api.util.getRunningQueriesThunk())
  office.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
  act(() => live.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
  const isOn = async (): Promise<void> => expect((await screen.findByRole('switch')).ariaChecked).toBe('true')
  await isOn()
  await act(async () => {
    old.resolve(ok({ siteMaintenance: false }))
    await Promise.all(checks)
  })
  await isOn()
})
