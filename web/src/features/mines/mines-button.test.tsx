import { afterEach, describe, expect, it } from '@jest/globals'
import { startMines } from '@kismet/contracts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { FakeMines } from '../../testing/fake-mines.ts'
import { openMines } from '../../testing/open-mines.ts'
import { readyButton } from '../../testing/ready-button.ts'

afterEach(() => sessionStorage.clear())

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const tile = (index: number): HTMLElement => button(new RegExp(`^Tile ${index + 1}, `))
const fields = (): unknown[] =>
  [screen.getByLabelText('Bet Amount'), screen.getByRole('textbox', { name: 'Mines count' })].map(
    (field) => (field as HTMLInputElement).value,
  )

describe('the one button of Mines', () => {
  it('keeps the focus from the start of a game to that of the next, and takes no key that is on its way', async () => {
    const fake = new FakeMines()
    const { user } = await openMines(fake)
    ;(await readyButton('Start Game')).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(button(/^Cashout/)))
    const [gem = 0] = fake.gems()
    fireEvent.click(tile(gem))
    await readyButton(/^Cashout/)
    expect(document.activeElement).toBe(button(/^Cashout/))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(button('Play Again')))
    await user.keyboard('{Enter}')
    expect(fake.gateway.requestsOf(startMines)).toHaveLength(1)
    ;(await readyButton('New Game')).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Start Game'))
  })
})

describe('the fields', () => {
  it('show the game that is on, whoever began it, and play it again', async () => {
    const fake = new FakeMines()
    const { user } = await openMines(fake)
    const { serverSeedHash } = fake.next()
    fake.start({ body: { bet: 50, minesCount: 5, clientSeed: 'other-tab', serverSeedHash } })
    await user.click(button('Start Game'))
    await screen.findByRole('button', { name: /^Cashout/ })
    expect(fields()).toEqual(['50', '5'])
    await user.click(tile(fake.mines()[0] ?? 0))
    await user.click(await readyButton('Play Again'))
    await waitFor(() => expect(fake.gateway.requestsOf(startMines)).toHaveLength(2))
    expect(fake.gateway.requestsOf(startMines)[1]?.body).toMatchObject({ bet: 50, minesCount: 5 })
  })
})
