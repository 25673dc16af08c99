import { describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  getAviatorChain,
  getBetProof,
  getDiceCommitment,
  getSlotsCommitment,
  listAviatorBets,
  listDicePlays,
  listMinesPlays,
  listSlotsPlays,
} from '@kismet/contracts'
import { drawDice, serverSeedHash } from '@kismet/fairness'
import { screen, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { keepShownCommitment } from '../../entities/fair-play/shown-commitments.ts'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

const seeds = { serverSeed: '7'.repeat(64), clientSeed: 'own-0123456789abcdef', nonce: 7 }
const betId = '01940000-0000-7000-8000-000000000007'
const roll = drawDice(seeds) / 100
const createdAt = '2026-11-21T12:00:00.000Z'
const sealed = serverSeedHash(seeds.serverSeed)

/** A player with one bet of Dice and one of Slots. */
function gatewayOfPlayer(): PlayerGateway {
  const gateway = new PlayerGateway()
  const bet = { betId, rollOver: 50.5, roll, result: 'loss', bet: 100, payout: 0, createdAt } as const
  gateway.answer(listDicePlays, () => ok({ plays: [bet] }))
  const spin = { reels: ['seven', 'bell', 'bell'], result: 'win', winType: 'pair', multiplier: 1.5 } as const
  const ofSlots = { ...spin, betId: betId.replace(/7$/, '8'), bet: 100, payout: 150, createdAt }
  gateway.answer(listSlotsPlays, () => ok({ plays: [{ ...ofSlots, reels: [...spin.reels] }] }))
  const next = { version: '1', clientSeed: 'own', nonce: 8 }
  gateway.answer(getDiceCommitment, () => ok({ ...next, game: 'dice', serverSeedHash: 'd'.repeat(64) }))
  gateway.answer(getSlotsCommitment, () => ok({ ...next, game: 'slots', serverSeedHash: 'e'.repeat(64), nonce: 3 }))
  const proof = { version: '1', game: 'dice', id: betId, ...seeds, serverSeedHash: sealed } as const
  const rest = { params: { rollOver: 50.5 }, outcome: { roll }, stake: 100, payout: 0 }
  gateway.answer(getBetProof, () => ok({ proof: { ...proof, ...rest, clientSeedBy: 'player' } }))
  return gateway
}

const own = async () => within(await screen.findByRole('region', { name: 'Your commitments and bets' }))

describe('the own seals and bets on the fairness page', () => {
  it('show the seal of the next play and the own seed of each game', async () => {
    const { user } = openSite(paths.fairness, { gateway: gatewayOfPlayer() })
    const section = await own()
    expect(await section.findByText('Commitment of your next bet (nonce 8)')).toBeTruthy()
    expect(section.getByText('d'.repeat(64))).toBeTruthy()
    expect(section.getByLabelText('Client seed')).toHaveProperty('value', 'own')
    await user.click(section.getByRole('radio', { name: 'Slots' }))
    expect(await section.findByText('Commitment of your next bet (nonce 3)')).toBeTruthy()
    expect(section.getByText('e'.repeat(64))).toBeTruthy()
    expect(section.getByText('seven, bell, bell')).toBeTruthy()
  })

  it.each([
    ['the same commitment', sealed, /^Both commitments are the same/],
    ['another commitment', 'a'.repeat(64), /^The commitments differ/],
  ])('show %s that this tab showed before the bet beside the proof', async (_, shown, text) => {
    keepShownCommitment(betId, shown)
    openSite(`${paths.fairness}?bet=${betId}`, { gateway: gatewayOfPlayer(), sameTab: true })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getAllByText(shown)).not.toEqual([])
    sessionStorage.clear()
  })

  it('lead from each bet to its proof, which is computed here', async () => {
    const { user, gateway } = openSite(paths.fairness, { gateway: gatewayOfPlayer() })
    const section = await own()
    await user.click(await section.findByText('from 50.50'))
    expect(
      await screen.findByText(`Dice bet 7 rolled ${roll.toFixed(2)}. The result matches its commitment.`),
    ).toBeTruthy()
    expect(gateway.requestsOf(getBetProof)).toHaveLength(1)
  })

  it('show the verdict of the second bet that is pressed, while its proof is read and after', async () => {
    const gateway = new PlayerGateway()
    const seedsOf = (nonce: number) => ({ ...seeds, serverSeed: String(nonce).repeat(64), nonce })
    const rollOf = (nonce: number): number => drawDice(seedsOf(nonce)) / 100
    const idOf = (nonce: number): string => betId.replace(/7$/, String(nonce))
    const verdictOf = (nonce: number): string =>
      `Dice bet ${nonce} rolled ${rollOf(nonce).toFixed(2)}. The result matches its commitment.`
    const rest = { params: { rollOver: 50.5 }, stake: 100, payout: 0, clientSeedBy: 'player' } as const
    const bet = { rollOver: 50.5, result: 'loss', bet: 100, payout: 0, createdAt } as const
    gateway.answer(listDicePlays, () => ok({ plays: [8, 7].map((n) => ({ ...bet, betId: idOf(n), roll: rollOf(n) })) }))
    const second = Promise.withResolvers<undefined>()
    gateway.answer(getBetProof, async ({ params }) => {
      const nonce = Number(params.betId?.at(-1))
      if (nonce === 8) await second.promise
      const ofSeeds = { ...seedsOf(nonce), serverSeedHash: serverSeedHash(seedsOf(nonce).serverSeed) }
      const proof = {
        version: '1',
        game: 'dice',
        id: idOf(nonce),
        ...ofSeeds,
        outcome: { roll: rollOf(nonce) },
      } as const
      return ok({ proof: { ...proof, ...rest } })
    })
    const { user } = openSite(paths.fairness, { gateway })
    const section = await own()
    await user.click(await section.findByText(rollOf(7).toFixed(2)))
    await screen.findByText(verdictOf(7))
    await user.click(section.getByText(rollOf(8).toFixed(2)))
    expect(screen.queryByText(verdictOf(7))).toBeNull()
    second.resolve(undefined)
    expect(await screen.findByText(verdictOf(8))).toBeTruthy()
    expect(screen.getByLabelText('Server seed')).toHaveProperty('value', seedsOf(8).serverSeed)
  })

  it('are those of the games that last, too', async () => {
    const gateway = gatewayOfPlayer()
    const chain = { chainId: betId, length: 1_000, firstRound: 1, chainEnd: 'c'.repeat(64), salt: 'b'.repeat(64) }
    const next = { ...chain, firstRound: 1_001, chainEnd: 'd'.repeat(64) }
    gateway.answer(getAviatorChain, () => ok({ ...chain, roundsPlayed: 17, roundsVoided: 0, next }))
    const flights = [17, 16, 15, 14].map((n) => new TestRound(n))
    const came = [
      { status: 'open', payout: null },
      { status: 'cashed_out', multiplier: 2, payout: 1_000 },
      { status: 'lost', payout: 0 },
      { status: 'refunded', payout: null },
    ] as const
    gateway.answer(listAviatorBets, () =>
      ok({ bets: flights.map((flight, n) => ({ ...flight.listed(), betAmount: 500, multiplier: null, ...came[n] })) }),
    )
    const mines = { betId, mode: 'manual', minesCount: 3, revealedTiles: [4, 9], minePositions: [9, 10, 11] } as const
    gateway.answer(listMinesPlays, () =>
      ok({
        plays: [
          {
            ...{ ...mines, revealedTiles: [...mines.revealedTiles], minePositions: [...mines.minePositions] },
            ...{ result: 'loss', multiplier: 0, bet: 100, payout: 0, createdAt },
          },
        ],
      }),
    )
    const { user } = openSite(paths.fairness, { gateway })
    const section = await own()
    const rows = (): (string | null)[] => section.getAllByRole('listitem').map(({ textContent }) => textContent)
    await user.click(section.getByRole('radio', { name: 'Mines' }))
    expect(await section.findByText('Commitment of your next bet (nonce 1)')).toBeTruthy()
    expect(await section.findByText('3 mines · 1 gem')).toBeTruthy()
    await user.click(section.getByRole('radio', { name: 'Aviator' }))
    expect(await section.findByText('c'.repeat(64))).toBeTruthy()
    expect(section.getByLabelText('Client seed')).toHaveProperty('value', 'own')
    await section.findByText('Round 16')
    expect(rows()).toEqual(['Round 162.00x+₹500.00', 'Round 15lost−₹500.00', 'Round 14refunded₹0.00'])
    expect(section.getAllByRole('link')[0]?.getAttribute('href')).toContain(flights[1]?.betId)
  })

  it('are asked for again where they could not be had, and no seal is made up', async () => {
    const gateway = gatewayOfPlayer()
    gateway.answer(getDiceCommitment, () => null)
    const { user } = openSite(paths.fairness, { gateway })
    const section = await own()
    const again = await section.findByRole('button', { name: /try again/i })
    expect(section.queryByText(/^Commitment of your next bet/)).toBeNull()
    gateway.answer(getDiceCommitment, () =>
      ok({ version: '1', game: 'dice', clientSeed: 'own', nonce: 9, serverSeedHash: 'f'.repeat(64) }),
    )
    await user.click(again)
    expect(await section.findByText('Commitment of your next bet (nonce 9)')).toBeTruthy()
  })

  it('are nothing to a visitor', async () => {
    openSite(paths.fairness, { loggedIn: false })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Your commitments and bets')).toBeNull()
  })
})
