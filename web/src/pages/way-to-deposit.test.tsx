import { describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getActiveMines, getBalance, socketEvents } from '@kismet/contracts'
import { act, screen, within } from '@testing-library/react'
import { FakeMines } from '../testing/fake-mines.ts'
import type { OpenSite } from '../testing/open-site.tsx'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { isOff, readyButton } from '../testing/ready-button.ts'

/** The site of a player with this balance after this number of ledger entries. */
function openWith(path: string, balance: number, balanceSeq: number): OpenSite {
  const gateway = new PlayerGateway()
  gateway.answer(getBalance, () => ok({ balance, balanceSeq, netResult: 0 }))
  gateway.answer(getActiveMines, () =>
    ok({ game: null, nextMultipliers: [], mineRiskPercent: null, gemsLeft: null, balance, balanceSeq }),
  )
  return openSite(path, {
    gateway,
    figures: { balancePaise: balance * 100, balanceSeq, netPaise: 0, netSeq: balanceSeq },
  })
}
const main = (): HTMLElement => screen.getByRole('main')

describe('the way to a deposit', () => {
  it.each(['slots', 'mines', 'dice'])(
    'is the action for a new player of %s, names the bonus, and leads to its rule',
    async (game) => {
      const { user } = openWith(`/casino/${game}`, 0, 0)
      await screen.findByRole('button', { name: 'Deposit ₹100 to play, 10% bonus' }, { timeout: 10_000 })
      const way = await readyButton('Deposit ₹100 to play, 10% bonus')
      expect(within(main()).queryByRole('button', { name: /^(SPIN|Start Game|Roll)$/ })).toBeNull()
      await user.click(way)
      expect(
        await screen.findByText(/Your first deposit brings a bonus of 10%/, undefined, { timeout: 10_000 }),
      ).toBeTruthy()
    },
  )

  it('names no bonus to a player whose account has had money', async () => {
    openWith('/casino/slots', 40, 7)
    expect(
      await within(main()).findByRole('button', { name: 'Deposit ₹100 to play' }, { timeout: 10_000 }),
    ).toBeTruthy()
    expect(screen.queryByText(/bonus/)).toBeNull()
  })

  it('takes no press in the moment in which it takes the place of the action', async () => {
    const { connection } = openWith('/casino/slots', 150, 7)
    await screen.findByRole('button', { name: /^SPIN/ }, { timeout: 10_000 })
    const lost = { balance: 40, balanceSeq: 8, netResult: 0, reason: 'bet', bonusReleased: false } as const
    act(() => connection.push(socketEvents.balanceUpdate, lost))
    expect(isOff(screen.getByRole('button', { name: 'Deposit ₹100 to play' }))).toBe(true)
    await readyButton('Deposit ₹100 to play')
  })

  it('names no bonus on the deposit page after a deposit', async () => {
    openWith('/deposit', 40, 7)
    expect(await screen.findByText(/^Pay first, then send/, undefined, { timeout: 10_000 })).toBeTruthy()
    expect(screen.queryByText(/Your first deposit brings a bonus/)).toBeNull()
  })

  it('stands only beside a stake above the balance', async () => {
    const { user } = openWith('/casino/slots', 150, 7)
    const amount = await screen.findByLabelText('Bet Amount', undefined, { timeout: 10_000 })
    expect(within(main()).queryByRole('link', { name: 'Deposit' })).toBeNull()
    await user.clear(amount)
    await user.type(amount, '200')
    expect(within(main()).getByRole('link', { name: 'Deposit' })).toBeTruthy()
  })
})

describe('a game of Mines in progress', () => {
  it('is told on the page of another game, and leads to its board', async () => {
    const fake = new FakeMines()
    fake.start({ body: { bet: 100, minesCount: 3, clientSeed: 'asha', serverSeedHash: fake.next().serverSeedHash } })
    const { user } = openSite('/casino/slots', { gateway: fake.gateway })
    expect(await screen.findByText('Mines game open: ₹100.00', undefined, { timeout: 10_000 })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'Mines' })).toBeTruthy()
    expect(screen.queryByText(/^Mines game open/)).toBeNull()
  })
})
