import { afterEach, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDeposited, getLimits, socketEvents } from '@kismet/contracts'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { OpenSite } from '../testing/open-site.tsx'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

afterEach(() => void jest.useRealTimers())

const staleText = 'Could not refresh. You see the last known state.'
/** Lets seconds pass. What was asked in one is answered before the next: an answer takes time of the real clock, which does not run with this one. */
async function pass({ store }: OpenSite, seconds: number): Promise<void> {
  const isAnswered = () =>
    Object.values(store.getState().api.queries).every((query) => query?.status !== QueryStatus.pending)
  for (let gone = 0; gone < seconds; gone += 1) {
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    await waitFor(() => expect(isAnswered()).toBe(true))
  }
}
const limitsOf = () => ok({ limits: [], timeOutUntil: null, excludedUntil: null })

/** How the answers come again after an outage, other than by the follower's own reads. */
const recoveries = [
  {
    how: 'by hand',
    recover: () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  {
    how: 'by the connection that is there again',
    recover: ({ connection }: OpenSite) => {
      connection.down()
      connection.up()
    },
  },
]

it.each(recoveries)(
  'what follows the balance follows it at once after an outage that was ended $how',
  async ({ recover }) => {
    jest.useFakeTimers({ advanceTimers: true })
    const gateway = new PlayerGateway()
    gateway.answer(getLimits, limitsOf)
    gateway.answer(getDeposited, () => ok({ day: 0, week: 0, month: 0 }))
    const site = openSite('/safer-play', { gateway })
    const reads = (): number => gateway.requestsOf(getLimits).length
    await waitFor(() => expect(reads()).toBe(1))
    await pass(site, 1)
    let seq = 1
    const bet = (): void => {
      seq += 1
      const update = { balance: 900 - seq, balanceSeq: seq, netResult: -seq, reason: 'bet', bonusReleased: false }
      act(() => site.connection.push(socketEvents.balanceUpdate, update))
    }

    gateway.answer(getLimits, () => refuse('unavailable'))
    bet()
    // After 1.5 s, 3, 6, 12 and 24: the next one of its own would come in 30.
    await pass(site, 50)
    expect(reads()).toBeGreaterThanOrEqual(6)

    gateway.answer(getLimits, limitsOf)
    const failed = reads()
    act(() => recover(site))
    await waitFor(() => expect(reads()).toBeGreaterThan(failed))
    await pass(site, 2)
    await waitFor(() => expect(screen.queryByText(staleText)).toBeNull())

    await pass(site, 2)
    const before = reads()
    bet()
    await pass(site, 3)
    expect(reads()).toBe(before + 1)
  },
)
