import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { checkAuditLog, getAuditLog } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { paths, playerPath } from '../../core/paths.ts'
import { auditLog } from '../../testing/audit.ts'
import { ledgerPlayer } from '../../testing/ledger.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const log = auditLog(Date.now())
const last = { ...log, rows: log.rows.slice(5), nextCursor: null, searchedBackTo: null }

/** A back office with an audit log of two pages. */
class AuditOffice extends BackOffice {
  readonly asked: URLSearchParams[] = []
  first = { ...log, rows: log.rows.slice(0, 5) }

  constructor() {
    super()
    this.answer(getAuditLog, ({ query }) => {
      this.asked.push(query)
      return ok(query.has('cursor') ? last : this.first)
    })
  }
}

function open(role: 'auditor' | 'cashier' = 'auditor'): OpenApp & { office: AuditOffice } {
  const office = new AuditOffice()
  return { ...openApp(paths.auditLog, { office, role }), office }
}
const table = (): Promise<HTMLElement> => screen.findByRole('table', { name: 'Audit log' })
const lines = async (): Promise<string[]> =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
const panel = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('region', { name })

describe('the audit log', () => {
  it('is read by an auditor, newest first and older ones after', async () => {
    const { user, office } = open()
    await waitFor(async () => expect(await lines()).toHaveLength(5))
    expect((await lines())[2]).toMatch(/asha.*approve.*deposit e01b77.*₹2,000.00.*asha\.rao@example\.com.*method UPI/)
    const player = within(await table()).getByRole('link', { name: 'asha.rao@example.com' })
    expect(player.getAttribute('href')).toBe(playerPath(ledgerPlayer))
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect(await lines()).toHaveLength(8))
    await user.click(screen.getByRole('button', { name: 'Deposits' }))
    await waitFor(() => expect(office.asked.at(-1)?.get('action')).toBe('deposit'))
    await user.click(screen.getByRole('button', { name: 'Decisions' }))
    await waitFor(() => expect(office.asked.at(-1)?.get('action')).toBe('decisions'))
  })

  it('names the admin that an action is about', async () => {
    const office = new AuditOffice()
    const [row] = log.rows
    if (!row) throw new Error('The log is empty')
    const about = { action: 'admin.disable', target: '0190a000-0000-7000-8000-0000000000fc', player: null }
    const disabled = { ...row, ...about, detail: { username: 'newowner', from: 'active', to: 'disabled' } }
    office.first = { ...log, rows: [disabled] }
    openApp(paths.auditLog, { office, role: 'auditor' })
    await waitFor(async () => expect((await lines())[0]).toMatch(/disable admin newowner-active → disabled$/))
  })

  it('shows all of a row: who, when, from where, before and after, and its hashes', async () => {
    const { user } = open()
    await user.click(within(await table()).getByRole('link', { name: /^aviator/ }))
    const record = (await panel(/^Audit row aviator/)).textContent
    expect(record).toMatch(/Whovikram.*Address49\.36\.118\.11.*IST.*Beforenormal.*Afterhard.*This hash[0-9a-f]{64}/)
  })

  it('shows it over the list on a phone, where what stands below is out of view', async () => {
    const { user, address } = openApp(paths.auditLog, { office: new AuditOffice(), role: 'auditor', phone: true })
    const row = await screen.findByRole('row', { name: /set.*volatility mode/ })
    await user.click(within(row).getByRole('link'))
    const record = await screen.findByRole('dialog', { name: /^Audit row aviator/ })
    expect(record.textContent).toMatch(/Whovikram.*Beforenormal.*Afterhard/)
    await user.click(within(record).getByRole('button', { name: /^Close/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe(paths.auditLog)
  })

  it('shows how the chains stand, and has them verified', async () => {
    const { user, office } = open()
    expect((await panel('Chain')).textContent).toMatch(/unbroken.*auth481 rows/)
    const [first, ...others] = log.states
    const fault = { sequence: 7, what: 'Row 7 was changed.' }
    office.answer(checkAuditLog, () => ok({ states: first ? [{ ...first, fault }, ...others] : [], silent: [] }))
    await user.click(screen.getByRole('button', { name: 'Verify now' }))
    await waitFor(async () => expect((await panel('Chain')).textContent).toMatch(/broken.*Row 7 was changed\./))
    office.answer(checkAuditLog, () => refuse('unavailable'))
    await user.click(screen.getByRole('button', { name: 'Verify now' }))
    await screen.findByText(/^The chains could not be verified\./)
  })

  it('goes on hearing the list after the chains were verified', async () => {
    const { user, office } = open()
    office.answer(checkAuditLog, () => ok({ states: log.states, silent: [] }))
    await user.click(await screen.findByRole('button', { name: 'Verify now' }))
    await waitFor(() => expect(office.requestsOf(checkAuditLog)).toHaveLength(1))
    const fault = { sequence: 7, what: 'Row 7 was changed.' }
    const states = log.states.map((state) => ({ ...state, checkedAt: new Date().toISOString(), fault }))
    office.answer(getAuditLog, () => ok({ ...last, states, silent: ['wallet'] }))
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect((await panel('Chain')).textContent).toMatch(/^Chainbroken.*Row 7 was changed\./))
    expect((await panel('Chain')).textContent).toMatch(/wallet did not answer. Rows of this service are missing/)
  })

  it('tells no chain as verified whose service did not answer then', async () => {
    const { user, office } = open()
    office.answer(checkAuditLog, () => ok({ states: log.states.slice(0, 3), silent: ['wallet'] }))
    await user.click(await screen.findByRole('button', { name: 'Verify now' }))
    await screen.findByText('wallet did not answer and was not verified.')
    expect((await panel('Chain')).textContent).toMatch(/^Chainnot known.*wallet181 rows/)
  })

  it('never tells as nothing what a service did not say', async () => {
    const office = new AuditOffice()
    office.first = { ...log, silent: ['wallet'] }
    openApp(paths.auditLog, { office, role: 'auditor' })
    expect((await panel('Chain')).textContent).toMatch(
      /not known.*wallet did not answer. Rows of this service are missing/,
    )
  })

  it('says how far back it has searched, and never that there is no match before it has searched all', async () => {
    const office = new AuditOffice()
    office.first = { ...log, rows: [], searchedBackTo: '2026-11-03T11:54:05.000Z' }
    const { user } = openApp(`${paths.auditLog}?search=asha`, { office, role: 'auditor' })
    await screen.findByText('No match so far')
    screen.getByText('Searched back to 3 Nov 2026, 17:24:05.')
    await user.click(screen.getByRole('button', { name: 'Search older rows' }))
    await waitFor(async () => expect(await lines()).toHaveLength(3))
    expect(screen.queryByText(/^Searched back/)).toBeNull()
  })

  it('counts a chosen tab as narrowing: how far back it has searched, and no match instead of an empty log', async () => {
    const office = new AuditOffice()
    office.first = { ...log, rows: [], searchedBackTo: '2026-11-03T11:54:05.000Z' }
    const { user } = openApp(`${paths.auditLog}?on=correction`, { office, role: 'auditor' })
    await screen.findByText('No match so far')
    screen.getByText('Searched back to 3 Nov 2026, 17:24:05.')
    office.answer(getAuditLog, () => ok({ ...last, rows: [] }))
    await user.click(screen.getByRole('button', { name: 'Search older rows' }))
    await screen.findByText('No match for these filters')
    screen.getByText('About Corrections.')
    office.answer(getAuditLog, () => ok(last))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(async () => expect(await lines()).toHaveLength(3))
  })

  it('is not for cashiers', async () => {
    const { office } = open('cashier')
    await screen.findByText(/Owners and auditors/)
    expect(office.asked).toEqual([])
  })
})

it('a link to an audit row that is not loaded says so, and older rows can be loaded', async () => {
  const office = new AuditOffice()
  const { user } = openApp(`${paths.auditLog}?id=payments-12`, { office, role: 'auditor' })
  const panel = within(await screen.findByRole('region', { name: 'Audit row payments 12' }))
  panel.getByText('This audit row is not among the loaded rows.')
  await user.click(panel.getByRole('button', { name: 'Load older rows' }))
  await waitFor(() => expect(office.asked.some((query) => query.has('cursor'))).toBe(true))
})
