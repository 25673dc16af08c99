import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getAuditLog } from '@kismet/contracts'
import { screen, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { settingsLog } from '../../testing/audit.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const log = settingsLog(Date.parse('2026-11-21T13:42:00.000Z'))
const opened = async (answer = log): Promise<string[]> => {
  const office = new BackOffice()
  office.answer(getAuditLog, () => ok(answer))
  openApp(paths.qrSettings, { office })
  const rows = within(await screen.findByRole('table', { name: 'Changes' })).getAllByRole('row')
  return rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent)
      .join(' '),
  )
}

it('tells who changed where players pay to, from what to what, newest first', async () => {
  expect(await opened()).toEqual([
    'vikram UPI ID or account KISMET-NOV KISMET-DEC',
    'vikram QR image 3f9ac100 b2e07d00',
    'asha UPI ID or account - KISMET-NOV',
    'asha QR image - 3f9ac100',
  ])
})

it('takes nothing for the first as long as older ones are left', async () => {
  expect(await opened({ ...log, nextCursor: 'older' })).toHaveLength(2)
})
