import { describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getProfile, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { openSite, playerId } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

const profile = (awaitingBonus: number, firstDepositAmount: number, totalBetsAfterFirstDeposit: number) => {
  const user = { _id: playerId, email: 'asha@example.in', username: null, balance: 1_000, balanceSeq: 1 }
  return ok({ user: { ...user, awaitingBonus, firstDepositAmount, totalBetsAfterFirstDeposit } })
}
const valueOf = (name: string): string | undefined =>
  screen.getByText(name).parentElement?.textContent.slice(name.length)

describe('/awaiting-bonus (spec 2.8)', () => {
  it('shows how far the bonus is by the three values of the profile, and that it was credited', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getProfile, () => profile(500, 5_000, 1_850))
    const { connection } = openSite('/awaiting-bonus', { gateway })
    expect(await screen.findByText('74% done')).toBeTruthy()
    expect(valueOf('Awaiting bonus')).toBe('₹500.00')
    const names = ['First deposit', 'Bets after first deposit', 'Still to bet']
    expect(names.map(valueOf)).toEqual(['₹5,000.00', '₹1,850.00', '₹650.00'])

    gateway.answer(getProfile, () => profile(0, 5_000, 2_500))
    const update = { balance: 1_500, balanceSeq: 2, netResult: 0, reason: 'bonus', bonusReleased: true }
    act(() => connection.push(socketEvents.balanceUpdate, update))
    expect(await screen.findByText('Credited')).toBeTruthy()
    expect(valueOf('Awaiting bonus')).toBe('₹0.00')
    expect(valueOf('First-deposit bonus')).toBe('₹500.00')
  })

  it('follows the bets that are made meanwhile', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getProfile, () => profile(500, 5_000, 1_850))
    const { connection } = openSite('/awaiting-bonus', { gateway })
    await screen.findByText('74% done')
    gateway.answer(getProfile, () => profile(500, 5_000, 1_900))
    const update = { balance: 950, balanceSeq: 2, netResult: -50, reason: 'bet', bonusReleased: false }
    act(() => connection.push(socketEvents.balanceUpdate, update))
    await waitFor(() => expect(valueOf('Still to bet')).toBe('₹600.00'), { timeout: 10_000 })
  })

  it.each(['/awaiting-bonus', '/terms', '/support'])('says on %s that wins below 1.01x do not count', async (path) => {
    openSite(path)
    expect(await screen.findByText(/Refunded and voided bets, and wins below 1\.01x, do not count\./)).toBeTruthy()
  })

  it('says what will wait here before there was a deposit', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getProfile, () => profile(0, 0, 0))
    openSite('/awaiting-bonus', { gateway })
    expect(await screen.findByText('No bonus yet')).toBeTruthy()
    expect(screen.getByText('You get a bonus of 10% of your first approved deposit.')).toBeTruthy()
  })
})
