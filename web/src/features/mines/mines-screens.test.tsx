import { afterEach, describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getMinesAutoStatus } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { FakeMinesAuto } from '../../testing/fake-mines-auto.ts'
import { FakeMines } from '../../testing/fake-mines.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { openSite } from '../../testing/open-site.tsx'
import { autoAtFirst, PlayerGateway } from '../../testing/player-gateway.ts'

afterEach(() => sessionStorage.clear())

const card = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name })
const factOf = (name: string): string | undefined => screen.getByText(name).nextSibling?.textContent ?? undefined

describe('the screen of Mines (spec 2.5)', () => {
  it('has its modes, the board, the next multipliers and what stands beside them', async () => {
    const { gateway } = new FakeMines()
    const { user } = openSite('/casino/mines', { gateway })
    const board = await screen.findByRole('group', { name: '25 tiles' })
    expect(within(board).getAllByRole('button')).toHaveLength(25)
    const modes = within(screen.getByRole('navigation', { name: 'Mode' })).getAllByRole('link')
    expect(modes.map((mode) => [mode.textContent, mode.getAttribute('href')])).toEqual([
      ['Manual', '/casino/mines'],
      ['Auto', '/mines-auto'],
    ])
    expect(modes[0]?.getAttribute('aria-current')).toBe('page')
    const strip = within(screen.getByRole('list', { name: 'Next multipliers' })).getAllByRole('listitem')
    expect(strip).toHaveLength(8)
    expect(strip[0]?.textContent).toBe('1.08x1 gem')
    expect(['Gems left', 'Mine risk', 'Opened'].map(factOf)).toEqual(['22', '12.0%', '0/25'])
    const presets = screen.getAllByRole('radio').map(({ textContent }) => textContent)
    expect(presets).toEqual(['3', '5', '10', '20'])
    await user.click(screen.getByRole('radio', { name: '20' }))
    expect(['Gems left', 'Mine risk'].map(factOf)).toEqual(['5', '80.0%'])
  })
})

describe('the page of Mines auto (spec 2.13)', () => {
  const open = (fake: FakeMinesAuto): OpenSite => openSite('/mines-auto', { gateway: fake.gateway })
  /** The card of the run, once that is known: until then another has its name. */
  const statusCard = async (): Promise<HTMLElement> => {
    await screen.findByText('Games played')
    return card('Auto Mode Status')
  }

  it('has its cards, and waits with nothing to press until the run of the player is known', async () => {
    const gateway = new PlayerGateway()
    const known = Promise.withResolvers<undefined>()
    gateway.answer(getMinesAutoStatus, async () => {
      await known.promise
      return ok({ settings: { ...autoAtFirst, gamesPlayed: [] } })
    })
    openSite('/mines-auto', { gateway })
    await screen.findByRole('link', { name: 'Back to Casino' })
    expect(screen.queryByRole('button', { name: 'Start Auto' })).toBeNull()
    known.resolve(undefined)
    await card('Auto Mode Status')
    for (const name of ['Configuration', 'Select Tiles for Auto Mode', 'Live Game History', 'How Auto Mode Works'])
      expect(await card(name)).toBeTruthy()
    const complete = within(await card('Complete Game History'))
    expect(complete.getByRole('link').getAttribute('href')).toBe('/account-statement')
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('value', '100')
    expect(screen.getByLabelText('Mines count')).toHaveProperty('value', '3')
  })

  it.each([
    { status: 'running', word: 'Running', tone: 'good' },
    { status: 'paused', word: 'Paused', tone: 'warn' },
    { status: 'stopped', word: 'Stopped', tone: 'plain' },
    { status: 'error', word: 'Error', tone: 'bad' },
  ] as const)('shows $status in its colour', async ({ status, word, tone }) => {
    const fake = new FakeMinesAuto()
    fake.run({ status, selectedTiles: [1], isActive: status === 'running' || status === 'paused' })
    fake.mishaps.push(new Promise(() => undefined))
    open(fake)
    const tag = await within(await statusCard()).findByText(word)
    expect(tag.className.split(' ')).toContain(tone)
  })

  it('shows what has not begun in none', async () => {
    open(new FakeMinesAuto())
    const tag = await within(await statusCard()).findByText('Not started')
    expect(tag.className).not.toMatch(/good|bad|warn/)
  })

  it('lists the last 8 games, newest first, with wins and losses of all', async () => {
    const fake = new FakeMinesAuto()
    fake.run({ selectedTiles: [1], status: 'stopped' })
    fake.results.push('loss', 'win', 'win', 'win', 'win', 'win', 'win', 'win', 'loss', 'win')
    for (let game = 0; game < 10; game += 1) fake.play()
    fake.end('bets_done')
    open(fake)
    expect(await within(await statusCard()).findByText('Done')).toBeTruthy()
    const history = within(await card('Live Game History'))
    expect(await history.findByText('8 wins · 2 losses')).toBeTruthy()
    await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(8))
    expect(history.getAllByRole('listitem').map(({ textContent }) => textContent.slice(0, 4))).toEqual([
      ...['Win1', 'Loss', 'Win1', 'Win1', 'Win1', 'Win1', 'Win1', 'Win1'],
    ])
  })
})
