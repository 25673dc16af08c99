import { afterEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { shownCommitment } from '../../entities/fair-play/shown-commitments.ts'
import { FakeMines } from '../../testing/fake-mines.ts'
import { openMines, startedMines } from '../../testing/open-mines.ts'
import { readyButton } from '../../testing/ready-button.ts'

afterEach(() => sessionStorage.clear())

describe('the seal of a game of Mines', () => {
  it('warns when it ends with another seal than it was shown with, and when it begins so', async () => {
    const fake = new FakeMines()
    const { user } = await startedMines(fake)
    fake.swapped = { serverSeedHash: 'b'.repeat(64) }
    const [gem = 0] = fake.gems()
    await user.click(screen.getByRole('button', { name: `Tile ${gem + 1}, closed` }))
    await user.click(await readyButton(/^Cashout/))
    const warning = /^This bet did not use the commitment and the client seed that you saw/
    expect(await screen.findAllByText(warning)).toHaveLength(1)
    await user.click(await readyButton('Play Again'))
    await screen.findByRole('button', { name: /^Cashout/ })
    expect(screen.getAllByText(warning)).toHaveLength(1)
  })

  it('keeps the commitment that the page sent for the verifier, whatever the server answers', async () => {
    const fake = new FakeMines()
    fake.swapped = { serverSeedHash: 'b'.repeat(64) }
    const { serverSeedHash } = fake.next()
    await startedMines(fake)
    expect(shownCommitment(fake.game?.id ?? '')).toBe(serverSeedHash)
  })

  it('keeps no commitment of a game that the page only found', async () => {
    const fake = new FakeMines()
    const { serverSeedHash } = fake.next()
    fake.start({ body: { bet: 50, minesCount: 5, clientSeed: 'other-tab', serverSeedHash } })
    const { user } = await openMines(fake)
    const [gem = 0] = fake.gems()
    await user.click(await screen.findByRole('button', { name: `Tile ${gem + 1}, closed` }))
    await user.click(await readyButton(/^Cashout/))
    await readyButton('Play Again')
    expect(shownCommitment(fake.game?.id ?? '')).toBeNull()
  })
})
