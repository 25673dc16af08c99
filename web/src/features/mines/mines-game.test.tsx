import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { cashOutMines, gameChange, getActiveMines, minesTexts, revealMinesTile, startMines } from '@kismet/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CashOutReply, RevealReply } from '../../testing/fake-mines.ts'
import { FakeMines } from '../../testing/fake-mines.ts'
import { openMines, startedMines } from '../../testing/open-mines.ts'
import { isOff, readyButton, takesPressAtOnce } from '../../testing/ready-button.ts'

afterEach(() => sessionStorage.clear())

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const tile = (index: number): HTMLElement => button(new RegExp(`^Tile ${index + 1}, `))
const nameOf = (index: number): string | null => tile(index).getAttribute('aria-label')
const games = (): HTMLElement[] => within(screen.getByRole('region', { name: 'My games' })).queryAllByRole('listitem')
const told = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text, undefined, { timeout: 10_000 })

const opened = (fake: FakeMines, index: number): Promise<void> =>
  waitFor(() =>
    expect([fake.game?.revealedTiles.includes(index), nameOf(index)]).toEqual([true, `Tile ${index + 1}, gem`]),
  )

describe('a game of Mines', () => {
  it('is started, opened and cashed out, each by its own order, with a client seed of the moment', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    expect(screen.getByText('₹900.00')).toBeTruthy()
    expect(isOff(button(/^Cashout/))).toBe(true)
    const [first = 0, second = 0] = fake.gems()
    await user.click(tile(first))
    await opened(fake, first)
    await user.click(tile(second))
    await opened(fake, second)
    expect(screen.getByText('2/25')).toBeTruthy()
    expect(within(button(/^Cashout/)).getByText('₹123.00')).toBeTruthy()
    await user.click(button(/^Cashout/))
    expect(await told('Cashed out at 1.23x')).toBeTruthy()
    expect(await told('₹1,023.00')).toBeTruthy()
    expect(await told('Server seed revealed')).toBeTruthy()
    await waitFor(() => expect(games()).toHaveLength(1))
    const { gateway } = fake
    expect(gateway.requestsOf(startMines)[0]?.body).toMatchObject({
      bet: 100,
      minesCount: 3,
      clientSeed: expect.stringMatching(/^asha-[A-Za-z0-9]{16}$/),
    })
    const orders = [startMines, revealMinesTile, cashOutMines].flatMap((operation) => gateway.requestsOf(operation))
    expect(new Set(orders.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(4)
  })

  it('that is lost shows all mines, the seed and the stake that is gone', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const mines = fake.mines()
    const [hit = 0, other = 0] = mines
    await user.click(tile(hit))
    expect(await told('You hit a mine')).toBeTruthy()
    expect(nameOf(hit)).toBe(`Tile ${hit + 1}, mine, you hit it`)
    await waitFor(() => expect(nameOf(other)).toBe(`Tile ${other + 1}, mine`))
    expect(screen.getAllByRole('button', { name: /gem, not opened$/ })).toHaveLength(22)
    expect(screen.getAllByText('−₹100.00').length).toBeGreaterThan(0)
    expect(screen.getByText('Server seed revealed')).toBeTruthy()
    expect(screen.getByText('–')).toBeTruthy()
    await user.click(tile((hit + 1) % 25))
    expect(fake.gateway.requestsOf(revealMinesTile)).toHaveLength(1)
  })

  it('is played again with the same bet after 100 ms, or cleared for a new one', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    await user.click(tile(fake.mines()[0] ?? 0))
    const again = await readyButton('Play Again')
    const waits = jest.spyOn(globalThis, 'setTimeout')
    fireEvent.click(again)
    expect(waits.mock.calls.map(([, ms]) => ms)).toContain(100)
    waits.mockRestore()
    await waitFor(() => expect(fake.gateway.requestsOf(startMines)).toHaveLength(2))
    await screen.findByRole('button', { name: /^Cashout/ })
    await user.click(tile(fake.mines()[0] ?? 0))
    await user.click(await readyButton('New Game'))
    expect(button('Start Game')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /closed$/ })).toHaveLength(25)
    expect(fake.gateway.requestsOf(startMines)).toHaveLength(2)
  })

  it('takes no press on Cash Out for one that plays again, when a mine answers in between', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const answer = Promise.withResolvers<RevealReply>()
    const [gem = 0] = fake.gems()
    await user.click(tile(gem))
    await opened(fake, gem)
    fake.reveals.push(answer.promise)
    await user.click(screen.getByRole('checkbox', { name: /^Hotkeys: / }))
    await user.click(tile(fake.mines()[0] ?? 0))
    const [, request] = fake.gateway.requestsOf(revealMinesTile)
    const again = takesPressAtOnce('Play Again').then((taken) => {
      fireEvent.keyDown(document.body, { code: 'Space' })
      fireEvent.submit(screen.getByLabelText('Bet Amount'))
      return taken
    })
    answer.resolve(fake.reveal({ body: request?.body }))
    expect(await again).toBe(false)
    const anew = await readyButton('New Game')
    const first = takesPressAtOnce('Start Game')
    await user.click(anew)
    expect(await first).toBe(false)
    expect(fake.gateway.requestsOf(startMines)).toHaveLength(1)
    await user.click(await readyButton('Start Game'))
    await waitFor(() => expect(fake.gateway.requestsOf(startMines)).toHaveLength(2))
  })

  it('goes on where it was when the page is loaded again', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const [gem = 0] = fake.gems()
    await user.click(tile(gem))
    await opened(fake, gem)
    cleanup()
    await openMines(fake, { sameTab: true })
    await readyButton(/^Cashout/)
    expect(nameOf(gem)).toBe(`Tile ${gem + 1}, gem`)
    expect(screen.getByText('Commitment of this bet')).toBeTruthy()
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('readOnly', true)
  })

  it('does not begin before it is known whether one is on', async () => {
    const fake = new FakeMines()
    fake.gateway.answer(getActiveMines, () => null)
    const { user } = await openMines(fake)
    expect(await told('Network error. Please try again.')).toBeTruthy()
    expect(isOff(button('Start Game'))).toBe(true)
    fake.gateway.answer(getActiveMines, () =>
      ok({ game: null, nextMultipliers: [], mineRiskPercent: null, gemsLeft: null, balance: 1_000, balanceSeq: 1 }),
    )
    await user.click(button('Try again'))
    await waitFor(() => expect(isOff(button('Start Game'))).toBe(false))
  })
})

describe('tiles', () => {
  it('are opened several at a time, each pressed once, and shown when their answers come', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const [first = 0, second = 0] = fake.gems()
    const [late, early] = [Promise.withResolvers<RevealReply>(), Promise.withResolvers<RevealReply>()]
    fake.reveals.push(late.promise, early.promise)
    await user.click(tile(first))
    await user.click(tile(first))
    await user.click(tile(second))
    expect(fake.gateway.requestsOf(revealMinesTile)).toHaveLength(2)
    expect(nameOf(first)).toBe(`Tile ${first + 1}, opening`)
    const [one, two] = fake.gateway.requestsOf(revealMinesTile)
    const answers = [one, two].map((request) => fake.reveal({ body: request?.body }))
    early.resolve(answers[1] ?? null)
    // The answer of the later one has both.
    await waitFor(() => expect(nameOf(second)).toBe(`Tile ${second + 1}, gem`))
    late.resolve(answers[0] ?? null)
    await waitFor(() => expect(screen.getByText('2/25')).toBeTruthy())
    expect(within(button(/^Cashout/)).getByText('₹123.00')).toBeTruthy()
  })

  it('pressed beside the mine that ends the game say nothing of their own', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const late = Promise.withResolvers<RevealReply>()
    fake.reveals.push(late.promise)
    await user.click(tile(fake.mines()[0] ?? 0))
    const body = fake.gateway.requestsOf(revealMinesTile)[0]?.body
    const answer = fake.reveal({ body })
    const [gem = 0] = fake.gems()
    await user.click(tile(gem))
    await waitFor(() => expect(nameOf(gem)).toMatch(/closed$/))
    late.resolve(answer)
    expect(await told('You hit a mine')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('whose answer is lost are asked for again under their key, and nothing is shown before', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const [gem = 0] = fake.gems()
    fake.reveals.push(null)
    await user.click(tile(gem))
    expect(await told(/^Checking with the server/)).toBeTruthy()
    expect(nameOf(gem)).toBe(`Tile ${gem + 1}, opening`)
    await opened(fake, gem)
    const keys = fake.gateway.requestsOf(revealMinesTile).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    await waitFor(() => expect(screen.queryByText(/^Checking with the server/)).toBeNull())
  })

  it('are one stop of the Tab key, with arrow keys over them', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    const stops = screen.getAllByRole('button', { name: /^Tile / }).filter(({ tabIndex }) => tabIndex === 0)
    expect(stops).toHaveLength(1)
    stops[0]?.focus()
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}{ArrowLeft}{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(tile(0))
    await user.keyboard('{End}{ArrowRight}{ArrowDown}{Home}{ArrowDown}')
    expect(document.activeElement).toBe(tile(5))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(fake.gateway.requestsOf(revealMinesTile)[0]?.body).toMatchObject({ tileIndex: 5 }))
    expect(document.activeElement).toBe(tile(5))
  })
})

describe('what is refused', () => {
  it.each<[CashOutReply, string]>([
    [refuse('game_not_active'), 'Game is already over. Please start a new game.'],
    [refuse('no_tile_revealed'), 'Reveal at least one tile before cashing out.'],
    [refuse('not_found', minesTexts.notFound), 'Game not found. Please start a new game.'],
    [refuse('not_found', minesTexts.notOwned), 'You do not own this game. Please refresh and try again.'],
  ])('is said in the words of the spec: %j', async (reply, text) => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    await user.click(tile(fake.gems()[0] ?? 0))
    await waitFor(() => expect(isOff(button(/^Cashout/))).toBe(false))
    fake.cashOuts.push(reply)
    await user.click(button(/^Cashout/))
    expect(await told(text)).toBeTruthy()
  })

  it('at the start is said, and the stake comes back to the eye', async () => {
    const fake = new FakeMines()
    const { user } = await openMines(fake)
    fake.starts.push(refuse('limit_reached'))
    await user.click(button('Start Game'))
    expect(await told('This exceeds a limit that you set. See your limits under Safer play.')).toBeTruthy()
    expect(await told('₹1,000.00')).toBeTruthy()
    expect(button('Start Game').closest('form')?.textContent).toContain('This exceeds a limit that you set.')
    fake.starts.push(refuse('auto_running'))
    await user.click(button('Start Game'))
    expect(await told('Auto mode is already running. Please stop it first.')).toBeTruthy()
  })

  it('shows a game that another tab has begun', async () => {
    const fake = new FakeMines()
    const { user } = await openMines(fake)
    const { serverSeedHash } = fake.next()
    fake.start({ body: { bet: 50, minesCount: 5, clientSeed: 'other-tab', serverSeedHash } })
    await user.click(button('Start Game'))
    expect(await screen.findByRole('button', { name: /^Cashout/ })).toBeTruthy()
    expect(screen.getByText('20.0%')).toBeTruthy()
  })

  it('is a stake that is none, more than there is, or could win too much', async () => {
    const fake = new FakeMines()
    fake.balance = 90_000
    const { user } = await openMines(fake)
    const amount = screen.getByLabelText('Bet Amount')
    const type = async (text: string): Promise<void> => {
      await user.clear(amount)
      await user.type(amount, text)
    }
    await type('0')
    expect(screen.getByText('Invalid bet. Please enter a valid bet amount within your balance.')).toBeTruthy()
    await type('95000')
    await user.click(button('Start Game'))
    expect(screen.getByText('Invalid bet. Please enter a valid bet amount within your balance.')).toBeTruthy()
    await type('80000')
    const count = screen.getByRole('textbox', { name: 'Mines count' })
    await user.clear(count)
    await user.type(count, '99')
    expect(screen.getByText('Invalid mines count. Mines count must be between 1 and 24.')).toBeTruthy()
    await user.click(button('Start Game'))
    expect(count).toHaveProperty('value', '24')
    expect(screen.getByText('The amount was changed to fit the limits. Press again to bet.')).toBeTruthy()
    await user.click(button('Start Game'))
    expect(await told(/maximum of ₹10,00,000/)).toBeTruthy()
    expect(fake.gateway.requestsOf(startMines)).toEqual([])
    await user.click(screen.getByRole('radio', { name: '10' }))
    expect(count).toHaveProperty('value', '10')
  })
})

it('keys play for who has asked for them, and the server hears which game is open', async () => {
  const fake = new FakeMines()
  const { user, connection } = await openMines(fake)
  expect(connection.emitted).toContainEqual({ event: gameChange.event, payload: { gameName: 'Mines' } })
  expect(screen.getByText('RTP: 95%')).toBeTruthy()
  await waitFor(() => expect(isOff(button('Start Game'))).toBe(false))
  await user.click(screen.getByRole('checkbox', { name: /^Hotkeys: / }))
  fireEvent.keyDown(document.body, { code: 'Space' })
  await screen.findByRole('button', { name: /^Cashout/ })
  const [gem = 0] = fake.gems()
  await user.click(tile(gem))
  await opened(fake, gem)
  // The pressed tile keeps the focus, and a second press of it has no effect.
  expect(document.activeElement).toBe(tile(gem))
  fireEvent.keyDown(tile(gem), { code: 'Space' })
  expect(await told('Cashed out at 1.08x')).toBeTruthy()
})
