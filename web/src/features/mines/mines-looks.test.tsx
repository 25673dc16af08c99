import { afterEach, describe, expect, it } from '@jest/globals'
import { connectionAwaited, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getActiveMines } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { FakeMines } from '../../testing/fake-mines.ts'
import { openMines } from '../../testing/open-mines.ts'
import { openSite } from '../../testing/open-site.tsx'
import { readyButton } from '../../testing/ready-button.ts'
import { MinesTable } from './mines-table.ts'

afterEach(() => sessionStorage.clear())

type Looked = Reply<typeof getActiveMines>
const money = { balance: 1_000, balanceSeq: 1 }
const none: Looked = ok({ game: null, nextMultipliers: [], mineRiskPercent: null, gemsLeft: null, ...money })

/** A fake whose reads the test answers by hand, oldest first. */
function slowFake(): { fake: FakeMines; looks: PromiseWithResolvers<Looked>[]; begun: Looked } {
  const fake = new FakeMines()
  const looks: PromiseWithResolvers<Looked>[] = []
  fake.gateway.answer(getActiveMines, () => {
    const look = Promise.withResolvers<Looked>()
    looks.push(look)
    return look.promise
  })
  const game = {
    id: '01940000-0000-7000-8000-000000000001',
    bet: 100,
    minesCount: 3,
    isActive: true,
    revealedTiles: [],
    multiplier: 1,
    potentialPayout: 0,
    ...fake.next(),
    clientSeed: 'elsewhere',
  }
  return { fake, looks, begun: ok({ game, nextMultipliers: [1.08], mineRiskPercent: 12, gemsLeft: 22, ...money }) }
}

describe('of looks whether a game is on', () => {
  it.each<{ older: string; answer: Looked; known: string }>([
    { older: 'that found none', answer: none, known: 'yes' },
    { older: 'that failed', answer: null, known: 'asking' },
  ])('one $older says nothing after the answer of a later one', async ({ answer, known }) => {
    const { fake, looks, begun } = slowFake()
    const { store } = openSite('/support', { gateway: fake.gateway })
    const table = new MinesTable(store.dispatch)
    table.open()
    const asked = [table.look(), table.look(), table.look()]
    await waitFor(() => expect(looks).toHaveLength(3))
    looks[0]?.resolve(answer)
    await asked[0]
    expect(table.state().known).toBe(known)
    looks[2]?.resolve(begun)
    await asked[2]
    looks[1]?.resolve(answer)
    await asked[1]
    expect(table.state()).toMatchObject({ known: 'yes', board: { game: { isActive: true } } })
    expect(store.getState().notices.toasts).toEqual([])
  })

  it.each<{ earlier: string; answer: (begun: Looked) => Looked; known: object }>([
    { earlier: 'finds a game', answer: (begun) => begun, known: { known: 'yes', board: { game: { isActive: true } } } },
    { earlier: 'fails, too', answer: () => null, known: { known: 'failed', board: null } },
  ])(
    'one that fails leaves the word to an earlier one that is still on its way, which $earlier',
    async ({ answer, known }) => {
      const { fake, looks, begun } = slowFake()
      const { store } = openSite('/support', { gateway: fake.gateway })
      const table = new MinesTable(store.dispatch)
      table.open()
      const asked = [table.look(), table.look()]
      await waitFor(() => expect(looks).toHaveLength(2))
      looks[1]?.resolve(null)
      await asked[1]
      expect(table.state()).toMatchObject({ known: 'asking', asking: true })
      looks[0]?.resolve(answer(begun))
      await asked[0]
      expect(table.state()).toMatchObject({ asking: false, ...known })
    },
  )

  it('there is one for a page that opens before its connection, and another each time that it is back', async () => {
    const { fake, looks, begun } = slowFake()
    const { store, connection } = openSite('/casino/mines', { gateway: fake.gateway })
    act(() => void store.dispatch(connectionAwaited(Date.now())))
    await waitFor(() => expect(looks).toHaveLength(1))
    looks[0]?.resolve(none)
    await readyButton('Start Game')
    act(() => connection.up())
    for (const count of [2, 3]) {
      act(() => connection.down())
      act(() => connection.up())
      await waitFor(() => expect(looks).toHaveLength(count))
      looks.at(-1)?.resolve(count === 3 ? begun : none)
    }
    expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
  })

  it.each<{ before: string; answer?: Looked }>([
    { before: 'is still on its way' },
    { before: 'was answered meanwhile', answer: none },
  ])(
    'there is another when the connection of before the page is back, where the first one $before',
    async ({ answer }) => {
      const { fake, looks, begun } = slowFake()
      const { user, store, connection } = openSite('/support', { gateway: fake.gateway })
      await waitFor(() => expect(selectIsUp(store.getState())).toBe(true))
      act(() => connection.down())
      const [way] = await screen.findAllByRole('link', { name: 'Mines' })
      if (way) await user.click(way)
      await waitFor(() => expect(looks).toHaveLength(1), { timeout: 10_000 })
      if (answer !== undefined) {
        looks[0]?.resolve(answer)
        await readyButton('Start Game')
      }
      act(() => connection.up())
      await waitFor(() => expect(looks).toHaveLength(2))
      looks[1]?.resolve(begun)
      expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
    },
  )

  it('one that was sent on a connection that has gone is not waited for when it is back', async () => {
    const { fake, looks, begun } = slowFake()
    const { connection } = await openMines(fake)
    for (const change of ['down', 'up', 'down', 'up'] as const) act(() => connection[change]())
    await waitFor(() => expect(looks).toHaveLength(3))
    looks[2]?.resolve(begun)
    expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
    looks[0]?.resolve(none)
    await act(() => Promise.resolve())
    expect(screen.getByRole('button', { name: /^Cashout/ })).toBeTruthy()
    expect(looks).toHaveLength(3)
  })

  it('the newest is told where it is refused, though those of connections that have gone are still on their way: one of these may still find a game', async () => {
    const { fake, looks, begun } = slowFake()
    const { connection } = openSite('/casino/mines', { gateway: fake.gateway })
    await waitFor(() => expect(looks).toHaveLength(1))
    for (const count of [2, 3]) {
      act(() => connection.down())
      act(() => connection.up())
      await waitFor(() => expect(looks).toHaveLength(count))
    }
    looks[2]?.resolve(null)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    looks[1]?.resolve(null)
    await act(() => Promise.resolve())
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    looks[0]?.resolve(begun)
    expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
  })

  it('one of a connection that has gone says nothing where it fails while a newer one is on its way', async () => {
    const { fake, looks, begun } = slowFake()
    const { connection } = openSite('/casino/mines', { gateway: fake.gateway })
    await waitFor(() => expect(looks).toHaveLength(1))
    act(() => connection.down())
    act(() => connection.up())
    await waitFor(() => expect(looks).toHaveLength(2))
    looks[0]?.resolve(null)
    await act(() => Promise.resolve())
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    looks[1]?.resolve(begun)
    expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
  })

  it('one that failed keeps its place and its button while it is asked again', async () => {
    const { fake, looks, begun } = slowFake()
    openSite('/casino/mines', { gateway: fake.gateway })
    await waitFor(() => expect(looks).toHaveLength(1))
    looks[0]?.resolve(null)
    const again = await screen.findByRole('button', { name: 'Try again' })
    fireEvent.click(again)
    await waitFor(() => expect(looks).toHaveLength(2))
    expect(again.isConnected).toBe(true)
    looks[1]?.resolve(begun)
    expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
  })
})
