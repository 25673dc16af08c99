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
    'vikram KISMET-NOV UPI ID or account KISMET-NOV KISMET-DEC',
    'vikram KISMET-NOV QR image 3f9ac100 b2e07d00',
    'asha KISMET-NOV UPI ID or account - KISMET-NOV',
    'asha KISMET-NOV QR image - 3f9ac100',
  ])
})

it('takes nothing for the first as long as older ones are left', async () => {
  expect(await opened({ ...log, nextCursor: 'older' })).toHaveLength(2)
})

it('names the account of each row, and has proposals, withdrawals and the order', async () => {
  const [row] = log.rows
  if (!row) throw new Error('no row')
  const [one, other] = ['0190b2a0-0000-7000-8000-0000000000a1', '0190b2a0-0000-7000-8000-0000000000a2']
  const at = (verb: string, id: string | null, detail: typeof row.detail, sequence: number): typeof row => {
    const target = id === null ? 'deposit-settings' : `deposit-settings ${id}`
    return { ...row, action: `deposit-settings.${verb}`, target, detail, sequence }
  }
  const rows = [
    at('order', null, { ids: `${other} ${one}` }, 6),
    at('withdraw', one, { id: 'p', utr: 'thief@upi', proposedBy: 'ravi' }, 5),
    at('propose', one, { id: 'p', utr: 'thief@upi', isOn: true, proposedBy: 'x' }, 4),
    at('change', other, { utr: 'second@upi', isOn: false }, 3),
    at('change', other, { utr: 'second@upi', isOn: true }, 2),
    at('change', one, { utr: 'first@upi', isOn: true }, 1),
  ]
  expect((await opened({ ...log, rows })).slice(0, 4)).toEqual([
    'vikram all Order - second@upi, first@upi',
    'vikram first@upi Withdrawn proposal of ravi -',
    'vikram first@upi UPI ID or account, proposed first@upi thief@upi',
    'vikram second@upi State on off',
  ])
})
