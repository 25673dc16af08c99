import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { aviatorCashout, aviatorEvents, aviatorGetState, getSiteMaintenance, socketEvents } from '@kismet/contracts'
import { describe, expect, it } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { AviatorTable } from '../../testing/aviator-table.ts'
import { openSite } from '../../testing/open-site.tsx'

const cashOut = (): HTMLElement => screen.getByRole('button', { name: /^Cash Out/ })

describe('maintenance while a bet flies', () => {
  const covered = (): HTMLElement | null => screen.queryByText('SITE UNDER MAINTENANCE')

  it('comes when its end has been seen', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
    table.fly()
    table.push(socketEvents.siteMaintenance, { siteMaintenance: true })
    expect(cashOut()).toBeTruthy()
    table.push(aviatorEvents.crash, table.round.crash)
    table.push(aviatorEvents.crashLossProcessed, { success: true, ...table.round.lost })
    expect(screen.getByText('Lost ₹500.00')).toBeTruthy()
    expect(await screen.findByText('SITE UNDER MAINTENANCE')).toBeTruthy()
  })

  it('leads back from another page, until its end is known', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    const { round } = table
    table.live.answer(aviatorGetState, () => ({
      data: round.snapshot({ phase: 'flying', takeoffAt: round.takeoffAt, multiplier: 1.4, bet: round.bet }),
    }))
    await table.user.click(screen.getAllByRole('link', { name: 'Dice' })[0] ?? document.body)
    await screen.findByRole('button', { name: 'Roll' })
    table.gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
    table.push(socketEvents.siteMaintenance, { siteMaintenance: true })
    await waitFor(() => expect(covered()).not.toBeNull(), { timeout: 6_000 })
    await table.user.click(screen.getByRole('link', { name: 'You may still have an open bet in Aviator' }))
    // The bet kept the table open. No tick came meanwhile.
    await waitFor(() => expect(cashOut()).toBeTruthy())
    table.push(aviatorEvents.multiplier, round.tick(2))
    await waitFor(() => expect(cashOut().textContent).toContain('₹'))
    expect(covered()).toBeNull()
    table.live.answer(aviatorCashout, () => ({ data: round.cashedOut }))
    await table.user.click(cashOut())
    expect(await screen.findByText('CASHOUT! Won ₹750.00 at 1.50x')).toBeTruthy()
    await waitFor(() => expect(covered()).not.toBeNull(), { timeout: 6_000 })
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('stays when its page is loaded again, and asks first where this tab knows of none', async () => {
    for (const sameTab of [true, false]) {
      const { round, gateway } = await AviatorTable.open({ bet: true })
      cleanup()
      gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
      const flying = round.snapshot({ phase: 'flying', takeoffAt: round.takeoffAt, multiplier: 1.4, bet: round.bet })
      const { connection } = openSite('/casino/aviator', { gateway, sameTab })
      const answer = new Promise<never>((resolve) => setTimeout(() => resolve({ data: flying } as never), 1_500))
      connection.answer(aviatorGetState, () => answer)
      await waitFor(() => expect(cashOut().textContent).toContain('₹'), { timeout: 4_000 })
      await act(() => new Promise((resolve) => setTimeout(resolve, 5_000)))
      expect(covered()).toBeNull()
      cleanup()
    }
  })
})
