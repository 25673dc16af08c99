import { describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDiceCommitment, setClientSeed } from '@kismet/contracts'
import { screen, waitFor } from '@testing-library/react'
import type { OpenSite } from '../../testing/open-site.tsx'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

const field = (): HTMLElement => screen.getByLabelText('Client seed')

/** The drawer of Dice, over a server that keeps the seed. */
async function openDrawer(): Promise<OpenSite> {
  const gateway = new PlayerGateway()
  let stored = 'own'
  const seal = { game: 'dice', version: '1', serverSeedHash: 'a'.repeat(64), nonce: 1 } as const
  gateway.answer(getDiceCommitment, () => ok({ ...seal, clientSeed: stored }))
  gateway.answer(setClientSeed, ({ body }) => {
    stored = setClientSeed.input.parse(body).clientSeed
    return ok({ clientSeed: stored })
  })
  const site = openSite('/casino/dice', { gateway })
  await site.user.click(await screen.findByRole('button', { name: 'Fair' }))
  await waitFor(() => expect(field()).toHaveProperty('value', 'own'))
  return site
}

describe('the own client seed', () => {
  it.each(['Enter', 'Save'])('is said to be saved, and keeps the focus in its field (%s)', async (by) => {
    const { user, gateway } = await openDrawer()
    await user.type(field(), '-lotus')
    await (by === 'Enter' ? user.keyboard('{Enter}') : user.click(screen.getByRole('button', { name: 'Save' })))
    const told = await screen.findByText('Client seed saved')
    expect(told.getAttribute('role')).toBe('status')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(field()).toHaveProperty('value', 'own-lotus')
    expect(document.activeElement).toBe(field())
    expect(gateway.requestsOf(setClientSeed)).toHaveLength(1)
    await user.type(field(), '2')
    expect(screen.queryByText('Client seed saved')).toBeNull()
  })

  it('can be a new one by chance, under the same button', async () => {
    const { user } = await openDrawer()
    const renew = screen.getByRole('button', { name: 'New random client seed' })
    await user.click(renew)
    expect(await screen.findByText('Client seed saved')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(document.activeElement).toBe(renew)
  })

  it('is said to be wrong only until it is corrected', async () => {
    const { user } = await openDrawer()
    await user.type(field(), ' !{Enter}')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await user.type(field(), '{Backspace}{Backspace}')
    expect(field()).toHaveProperty('value', 'own')
    expect(field().getAttribute('aria-invalid')).not.toBe('true')
  })

  it('that is said to be saved is the one in the field, whatever is pressed meanwhile', async () => {
    const { user, gateway } = await openDrawer()
    const asked = Promise.withResolvers<undefined>()
    gateway.answer(setClientSeed, async ({ body }) => {
      await asked.promise
      return ok({ clientSeed: setClientSeed.input.parse(body).clientSeed })
    })
    const renew = screen.getByRole('button', { name: 'New random client seed' })
    await user.click(renew)
    await user.click(renew)
    await user.type(field(), '2')
    asked.resolve(undefined)
    expect(await screen.findByText('Client seed saved')).toBeTruthy()
    expect(gateway.requestsOf(setClientSeed).map(({ body }) => body)).toEqual([
      { clientSeed: (field() as HTMLInputElement).value },
    ])
  })
})
