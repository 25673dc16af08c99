import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getOwnAdmin, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { ownAccount } from '../testing/accounts.ts'
import { deposit } from '../testing/deposits.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'

afterEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(window, 'AudioContext')
})

it('a browser that has chosen it hears of new requests, and counts them in the title of its tab', async () => {
  let tones = 0
  const node = { frequency: {}, gain: {}, connect: () => node, start: () => tones++, stop: () => undefined }
  const audio = { createOscillator: () => node, createGain: () => node, currentTime: 0, destination: node }
  Reflect.set(window, 'AudioContext', function AudioContext() {
    return audio
  })
  const office = new BackOffice([deposit(1)])
  office.answer(getOwnAdmin, () => ok(ownAccount(Date.now())))
  const { user, live } = openApp(paths.account, { office })
  const choice = await screen.findByRole('switch', { name: 'Sound and count for new requests' })
  expect(document.title).not.toMatch(/^\(/)
  await user.click(choice)
  await waitFor(() => expect(document.title).toMatch(/^\(1\) /))
  expect(tones).toBe(1)
  act(() => live.push(socketEvents.queueUpdate, { deposits: 2, withdrawals: 0 }))
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /))
  expect(tones).toBe(2)
  act(() => live.push(socketEvents.queueUpdate, { deposits: 1, withdrawals: 0 }))
  await waitFor(() => expect(document.title).toMatch(/^\(1\) /))
  expect(tones).toBe(2)
  await user.click(choice)
  await waitFor(() => expect(document.title).not.toMatch(/^\(/))
})
