import { expect } from '@jest/globals'
import { getActiveMines } from '@kismet/contracts'
import { screen, waitFor } from '@testing-library/react'
import type { FakeMines } from './fake-mines.ts'
import type { OpenSite } from './open-site.tsx'
import { openSite } from './open-site.tsx'
import { readyButton } from './ready-button.ts'

/** The page of Mines, once all of it is there. */
export async function openMines(fake: FakeMines, { sameTab = false } = {}): Promise<OpenSite> {
  const site = openSite('/casino/mines', { gateway: fake.gateway, sameTab })
  await screen.findByRole('group', { name: '25 tiles' }, { timeout: 10_000 })
  await waitFor(() => expect(fake.gateway.requestsOf(getActiveMines).length).toBeGreaterThan(0))
  return site
}

/** The page of Mines with a game under way. */
export async function startedMines(fake: FakeMines): Promise<OpenSite> {
  const site = await openMines(fake)
  await site.user.click(await readyButton('Start Game'))
  await screen.findByRole('button', { name: /^Cashout/ })
  return site
}
