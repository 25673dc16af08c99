import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { MinesAutoStopReason } from '@kismet/contracts'
import {
  continueMinesAuto,
  getLimits,
  getMinesAutoStatus,
  resetMinesAuto,
  setMinesAutoSettings,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { FakeMinesAuto } from '../../testing/fake-mines-auto.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { openSite } from '../../testing/open-site.tsx'
import { readyButton, takesPressAtOnce } from '../../testing/ready-button.ts'

afterEach(() => sessionStorage.clear())

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const tile = (index: number): HTMLElement => button(`Tile ${index + 1}`)
const card = (name: string): HTMLElement => screen.getByRole('region', { name })
const told = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text, undefined, { timeout: 10_000 })
const continues = (fake: FakeMinesAuto): number => fake.gateway.requestsOf(continueMinesAuto).length

async function open(fake: FakeMinesAuto, { sameTab = false } = {}): Promise<OpenSite> {
  const site = openSite('/mines-auto', { gateway: fake.gateway, sameTab })
  await screen.findByRole('button', { name: /^(Start Auto|Stop)$/ })
  return site
}
/** Stops the run at its next game, which gets no answer. */
function held(fake: FakeMinesAuto): void {
  fake.mishaps.push(new Promise(() => undefined))
}
async function started(fake: FakeMinesAuto, tiles = [0, 6, 12]): Promise<OpenSite> {
  const site = await open(fake)
  for (const index of tiles) await site.user.click(tile(index))
  await site.user.click(button('Start Auto'))
  return site
}

describe('the set-up of Mines auto', () => {
  it('previews the picked tiles, and starts with them', async () => {
    const fake = new FakeMinesAuto()
    held(fake)
    const { user } = await open(fake)
    expect(button('Start Auto')).toHaveProperty('disabled', true)
    await user.click(button('Pick tiles first'))
    expect(document.activeElement).toBe(tile(0))
    for (const index of [0, 6, 12, 18, 24]) await user.click(tile(index))
    expect(within(card('Select Tiles for Auto Mode')).getByText('1.92x')).toBeTruthy()
    expect(within(card('Select Tiles for Auto Mode')).getByText('₹192.00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pick tiles first' })).toBeNull()
    for (const text of ['49.57%', '95.17%', 'up to ₹1,00,000']) expect(screen.getByText(text)).toBeTruthy()
    await user.click(tile(24))
    expect(tile(24).getAttribute('aria-pressed')).toBe('false')
    await user.type(screen.getByLabelText('Stop at upper balance'), '1,500')
    await user.type(screen.getByLabelText('Stop after bets'), '7')
    await user.click(button('Start Auto'))
    expect(await told('Auto Mode Started!')).toBeTruthy()
    expect(fake.gateway.requestsOf(setMinesAutoSettings)[0]?.body).toEqual({
      betAmount: 100,
      minesCount: 3,
      selectedTiles: [0, 6, 12, 18],
      tilesToReveal: 4,
      stopAfterBets: 7,
      stopOnProfit: 1_500,
      stopOnLoss: null,
    })
    expect(fake.gateway.requestsOf(startMinesAuto)).toHaveLength(1)
    expect(await screen.findByText('Running')).toBeTruthy()
    expect(tile(0).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('readOnly', true)
  })

  it('takes no more tiles than there are gems, picks some by chance and clears them', async () => {
    const { user } = await open(new FakeMinesAuto())
    const count = screen.getByLabelText('Mines count')
    await user.clear(count)
    await user.type(count, '24')
    await user.click(tile(3))
    await user.click(tile(4))
    expect(await told('Cannot select more than 1 tiles')).toBeTruthy()
    expect(screen.getByText('1 picked')).toBeTruthy()
    await user.clear(count)
    await user.type(count, '3')
    await user.click(button('Random pick'))
    expect(screen.getByText('5 picked')).toBeTruthy()
    await user.click(button('Clear'))
    expect(screen.getByText('0 picked')).toBeTruthy()
  })

  it.each(['', '0', '30', '2.5'])(
    'does not start with another number of mines than its field says: %j',
    async (typed) => {
      const fake = new FakeMinesAuto()
      held(fake)
      const { user } = await open(fake)
      const count = screen.getByLabelText('Mines count')
      await user.clear(count)
      await user.type(count, '5')
      await user.click(tile(3))
      await user.clear(count)
      if (typed !== '') await user.type(count, typed)
      await user.click(button('Start Auto'))
      expect(screen.getByText('Mines count must be between 1 and 24.')).toBeTruthy()
      expect(count).toHaveProperty('value', typed)
      expect(button('Start Auto')).toHaveProperty('disabled', true)
      await user.clear(count)
      await user.type(count, '07')
      await user.click(button('Start Auto'))
      await waitFor(() => expect(continues(fake)).toBe(1))
      expect(fake.gateway.requestsOf(startMinesAuto).map(({ body }) => body)).toMatchObject([{ minesCount: 7 }])
    },
  )

  it('says which boundary is wrong, and sends nothing', async () => {
    const fake = new FakeMinesAuto()
    const { user } = await open(fake)
    await user.click(tile(0))
    await user.type(screen.getByLabelText('Stop at upper balance'), '999')
    await user.click(button('Start Auto'))
    expect(await told(/^Invalid Upper Balance Boundary/)).toBeTruthy()
    await user.clear(screen.getByLabelText('Stop at upper balance'))
    await user.type(screen.getByLabelText('Stop at lower balance'), '1001')
    await user.click(button('Start Auto'))
    expect(await told(/^Invalid Lower Balance Boundary/)).toBeTruthy()
    expect(fake.gateway.requestsOf(setMinesAutoSettings)).toEqual([])
    const bet = screen.getByLabelText('Bet Amount')
    await user.clear(bet)
    await user.type(bet, '01001')
    expect(bet).toHaveProperty('value', '1001')
    expect(screen.getAllByText('Insufficient balance for this bet')).toHaveLength(2)
    expect(within(card('Configuration')).getByRole('link', { name: 'Deposit' })).toBeTruthy()
    expect(button('Start Auto')).toHaveProperty('disabled', true)
  })

  it('marks a selection that returns little, and asks once before it starts', async () => {
    const fake = new FakeMinesAuto()
    held(fake)
    const { user } = await open(fake)
    const count = screen.getByLabelText('Mines count')
    await user.clear(count)
    await user.type(count, '10')
    for (let index = 0; index < 8; index++) await user.click(tile(index))
    expect(screen.getByText(/^Low RTP: /)).toBeTruthy()
    await user.click(button('Start Auto'))
    const dialog = await screen.findByRole('dialog')
    expect(fake.gateway.requestsOf(setMinesAutoSettings)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Start Auto' }))
    expect(await told('Auto Mode Started!')).toBeTruthy()
    await user.click(await readyButton('Stop'))
    await user.click(await readyButton('Start Auto'))
    await waitFor(() => expect(fake.gateway.requestsOf(startMinesAuto)).toHaveLength(2))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    ['settings', refuse('auto_running'), 'Auto mode is already running. Please stop it first.'],
    ['settings', null, 'Failed to start auto mode. Please try again.'],
    ['start', refuse('auto_running'), 'Auto mode is already running. Please stop it first.'],
    ['start', null, 'Failed to start auto mode. Please try again.'],
  ] as const)('says why %s failed: %j', async (what, reply, text) => {
    const fake = new FakeMinesAuto()
    if (what === 'settings') fake.gateway.answer(setMinesAutoSettings, () => reply)
    else fake.gateway.answer(startMinesAuto, () => reply)
    await started(fake)
    expect(await told(text)).toBeTruthy()
    // The page reads the state again.
    await waitFor(() => expect(fake.gateway.requestsOf(getMinesAutoStatus).length).toBeGreaterThan(1))
  })
})

describe('a run of Mines auto', () => {
  it('plays a game every 2 s, each with a client seed and a key of its own, and lists them', async () => {
    const fake = new FakeMinesAuto()
    fake.results.push('win', 'loss')
    const { user } = await started(fake)
    await waitFor(() => expect(fake.games).toHaveLength(2), { timeout: 10_000 })
    const history = card('Live Game History')
    expect(await within(history).findByText('1 win · 1 loss')).toBeTruthy()
    expect(
      within(history)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Loss1 open−₹100.00', 'Win1.50x+₹50.00'])
    const sent = fake.gateway.requestsOf(continueMinesAuto)
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(sent.length)
    for (const { body } of sent) expect(body).toMatchObject({ clientSeed: expect.stringMatching(/^own-.{16}$/) })
    await user.click(button('Stop'))
    expect(await told('Auto Mode Stopped · total profit −₹50.00')).toBeTruthy()
    expect(await screen.findByText('Stopped: Stopped By Player')).toBeTruthy()
    const before = continues(fake)
    await user.click(button('Reset'))
    expect(await told('Auto Mode Reset')).toBeTruthy()
    expect(await screen.findByText('Not started')).toBeTruthy()
    expect(continues(fake)).toBe(before)
    expect(tile(6).getAttribute('aria-pressed')).toBe('true')
  })

  it.each<[MinesAutoStopReason, string]>([
    ['upper_boundary', 'Upper Boundary'],
    ['lower_boundary', 'Lower Boundary'],
    ['bets_done', 'Bets Done'],
    ['insufficient_balance', 'Insufficient Balance'],
    ['limit_reached', 'Limit Reached'],
    ['max_win_exceeded', 'Max Win Exceeded'],
    ['session_ended', 'Session Ended'],
  ])('that the server ends for %s says so', async (reason, text) => {
    const fake = new FakeMinesAuto()
    fake.run({ selectedTiles: [1, 2] })
    fake.endsFor = reason
    await open(fake)
    expect(await told(`Auto Mode Stopped · ${text}`)).toBeTruthy()
    expect(await screen.findByText(`Stopped: ${text}`)).toBeTruthy()
    expect(await readyButton('Start Auto')).toBeTruthy()
    expect(continues(fake)).toBe(1)
  })

  it('that a limit of the player ends names the limit, with the way to the limits', async () => {
    const fake = new FakeMinesAuto()
    fake.gateway.answer(getLimits, () =>
      ok({
        limits: [
          { type: 'wager', period: 'week', amount: 800, used: 800 },
          { type: 'loss', period: 'day', amount: 9_000, used: 100 },
        ],
        ...{ timeOutUntil: null, excludedUntil: null },
      }),
    )
    fake.run({ selectedTiles: [1, 2] })
    fake.endsFor = 'limit_reached'
    await open(fake)
    expect(await screen.findByText(/^Your weekly wager limit is ₹800\. You have ₹0 left of it\./)).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Safer play' })).toBeTruthy()
  })

  it('that ends under the finger is not begun anew by the press that was to stop it', async () => {
    const fake = new FakeMinesAuto()
    fake.run({ selectedTiles: [1, 2] })
    held(fake)
    const { user } = await open(fake)
    const taken = takesPressAtOnce('Start Auto')
    await user.click(await readyButton('Stop'))
    expect(await taken).toBe(false)
    await user.click(await readyButton('Start Auto'))
    await waitFor(() => expect(fake.gateway.requestsOf(startMinesAuto)).toHaveLength(1))
  })

  it('that ended without a reason says that', async () => {
    const fake = new FakeMinesAuto()
    fake.run({ isActive: false, status: 'error' })
    await open(fake)
    expect(screen.getByText('Error')).toBeTruthy()
    expect(screen.getByText('Stopped: No specified reason')).toBeTruthy()
  })

  it('goes on after a reload, with the settings of the server', async () => {
    const fake = new FakeMinesAuto()
    fake.run({ selectedTiles: [3, 4], minesCount: 5, betAmount: 20, status: 'paused' })
    held(fake)
    await open(fake)
    expect(screen.getByText('Paused')).toBeTruthy()
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('value', '20')
    expect(tile(4).getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(continues(fake)).toBe(1))
    cleanup()
    const again = new FakeMinesAuto()
    again.settings = fake.settings
    held(again)
    await open(again, { sameTab: true })
    await waitFor(() => expect(continues(again)).toBe(1))
  })

  it('waits as long as the server says where another tab has played', async () => {
    const fake = new FakeMinesAuto()
    fake.run({ selectedTiles: [3, 4], stopAfterBets: 1 })
    fake.mishaps.push(fake.tooEarly(700))
    const beganMs = performance.now()
    await open(fake)
    expect(await told('Stopped: Bets Done')).toBeTruthy()
    expect(performance.now() - beganMs).toBeGreaterThan(690)
    expect(fake.games).toHaveLength(1)
  })

  it('has a game whose answer was lost asked for again under its key', async () => {
    const fake = new FakeMinesAuto()
    fake.run({ selectedTiles: [3, 4], stopAfterBets: 1 })
    fake.mishaps.push(null)
    await open(fake)
    expect(await told('Stopped: Bets Done')).toBeTruthy()
    const keys = fake.gateway.requestsOf(continueMinesAuto).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it.each([
    ['stopped', 'Stop', stopMinesAuto],
    ['reset', 'Reset', resetMinesAuto],
  ] as const)('that cannot be %s says so', async (_, name, operation) => {
    const fake = new FakeMinesAuto()
    fake.run({ selectedTiles: [3, 4] })
    held(fake)
    fake.gateway.answer(operation, () => refuse('unavailable'))
    const { user } = await open(fake)
    await user.click(button(name))
    expect(await told('The service is not available right now. Please try again.')).toBeTruthy()
    expect(button('Stop')).toBeTruthy()
  })
})

it('stands among the games, and leads to the page by hand, the statement and the casino', async () => {
  await open(new FakeMinesAuto())
  const links = { Manual: '/casino/mines', 'Back to Casino': '/casino', 'Account statement': '/account-statement' }
  for (const [name, href] of Object.entries(links))
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
  for (const link of screen.getAllByRole('link', { name: 'Mines' }))
    expect(link.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('heading', { level: 1, name: 'Mines' })).toBeTruthy()
})
