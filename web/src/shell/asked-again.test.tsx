import { expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import {
  getConfig,
  getDepositSettings,
  getDiceCommitment,
  getMinesCommitment,
  listDeposits,
  listDicePlays,
  listMinesPlays,
} from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { deposit } from '../testing/deposit-page.ts'
import { DiceTable, openDice } from '../testing/dice-table.ts'
import { FakeMines } from '../testing/fake-mines.ts'
import { openMines } from '../testing/open-mines.ts'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

/** A server with some failing services. */
class HalfGateway extends PlayerGateway {
  constructor() {
    super()
    for (const asked of [getConfig, getDiceCommitment, listDicePlays, getDepositSettings, listDeposits] as const)
      this.answer(asked, () => refuse('unavailable'))
  }

  comeBack(): void {
    this.answer(getConfig, () => ok(playMoneyConfig('2026-11-21T12:00:00.000Z')))
    const seal = { version: '1', serverSeedHash: 'a'.repeat(64), nonce: 1, clientSeed: 'own' }
    this.answer(getDiceCommitment, () => ok({ game: 'dice', ...seal }))
    this.answer(listDicePlays, () => ok({ plays: [] }))
    this.answer(getDepositSettings, () => ok({ settings: { qrImage: null, utr: 'KISMET-PAY', version: 'v1' } }))
    this.answer(listDeposits, () => ok({ deposits: [deposit], nextCursor: null }))
  }
}

const isShown = (text: string | RegExp): boolean => screen.queryAllByText(text).length > 0

it.each([
  {
    path: '/casino/dice',
    lost: /^The commitment of your next bet could not be loaded/,
    later: ['Committed', 'No bets yet', 'Play money'],
  },
  { path: '/deposit', lost: /^Network error/, later: ['KISMET-PAY', '₹2,000.00', 'Play money'] },
])('what failed once on $path is there when the connection is, without a reload or a click', async (page) => {
  const gateway = new HalfGateway()
  const { connection } = openSite(page.path, { gateway })
  expect((await screen.findAllByText(page.lost)).length).toBeGreaterThan(0)
  expect(page.later.filter(isShown)).toEqual([])
  gateway.comeBack()
  act(() => connection.up())
  await waitFor(() => expect(page.later.filter((text) => !isShown(text))).toEqual([]))
  expect(isShown(page.lost)).toBe(false)
})

it('what failed is told until there is an answer, with its button, also while it is asked for again', async () => {
  const { fake, lost } = { fake: new FakeMines(), lost: [getMinesCommitment, listMinesPlays] as const }
  for (const asked of lost) fake.gateway.answer(asked, () => refuse('unavailable'))
  const { connection } = await openMines(fake)
  const buttons = (): Element[] => screen.queryAllByRole('button', { name: 'Try again' })
  await waitFor(() => expect(buttons()).toHaveLength(2))
  const answer = Promise.withResolvers<null>()
  for (const asked of lost) fake.gateway.answer(asked, () => answer.promise)
  act(() => connection.up())
  await waitFor(() => expect(buttons().map((button) => button.getAttribute('aria-busy'))).toEqual(['true', 'true']))
  answer.resolve(null)
  await waitFor(() => expect(buttons().map((button) => button.getAttribute('aria-busy'))).toEqual([null, null]))
})

it('the first connection asks again for nothing that was answered a moment ago', async () => {
  const { gateway, connection } = await openDice(new DiceTable())
  await waitFor(() => expect(isShown('Committed')).toBe(true))
  const asked = gateway.sent.length
  act(() => connection.up())
  await act(() => Promise.resolve())
  expect(gateway.sent).toHaveLength(asked)
  act(() => {
    connection.down()
    connection.up()
  })
  await waitFor(() => expect(gateway.sent.length).toBeGreaterThan(asked))
})
