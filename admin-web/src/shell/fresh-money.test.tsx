import { afterEach, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetPlayer, adminGetPlayerFunds, getLedgerState } from '@kismet/contracts'
import { act, waitFor } from '@testing-library/react'
import { paths, playerPath } from '../core/paths.ts'
import { ledgerPlayer } from '../testing/ledger.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'
import { funds, player } from '../testing/players.ts'

afterEach(() => {
  localStorage.clear()
  jest.useRealTimers()
})

it.each([
  { shown: 'the ledger on the dashboard', path: paths.dashboard, asked: getLedgerState },
  { shown: 'the ledger', path: paths.ledger, asked: getLedgerState },
  { shown: 'what is in open bets', path: paths.gameMode, asked: getLedgerState },
  { shown: 'what a player has', path: playerPath(ledgerPlayer), asked: adminGetPlayerFunds },
])('$shown is asked for every 30 s', async ({ path, asked }) => {
  jest.useFakeTimers({ advanceTimers: true })
  const office = new BackOffice()
  office.answer(adminGetPlayer, () => ok({ player: player(Date.now()) }))
  office.answer(adminGetPlayerFunds, () => ok({ funds }))
  openApp(path, { office })
  await waitFor(() => expect(office.requestsOf(asked)).not.toEqual([]))
  const before = office.requestsOf(asked).length
  await act(() => jest.advanceTimersByTimeAsync(30_000))
  expect(office.requestsOf(asked).length).toBe(before + 1)
})
