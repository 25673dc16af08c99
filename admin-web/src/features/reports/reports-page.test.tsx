import { afterEach, describe, expect, it } from '@jest/globals'
import { file, ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  dayOf,
  exportReport,
  getAlertRules,
  getBalances,
  getReport,
  sendTestAlert,
  setAlertRules,
} from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { balances, report } from '../../testing/reports.ts'

afterEach(() => localStorage.clear())

function office(): BackOffice {
  const answers = new BackOffice()
  answers.answer(getReport, ({ params }) => ok({ report: report(params.period ?? '') }))
  answers.answer(getBalances, () => ok(balances))
  return answers
}

function openReports(path: string) {
  const answers = office()
  return { ...openApp(path, { office: answers }), office: answers }
}

it('a report of a month has its figures, and leads from opening to closing balances with their proof', async () => {
  const app = openReports(`${paths.reports}?period=2026-10`)
  const table = await screen.findByRole('table', { name: 'GGR by game' })
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('+₹41,250.00')
  const money = within(await screen.findByRole('table', { name: 'Balances' }))
  expect(money.getByRole('row', { name: /^Cash in and out/ }).textContent).toBe(
    'Cash in and out₹0.00\u2212₹3,21,000.00+₹1,86,000.00+₹120.00\u2212₹1,34,880.00',
  )
  expect(money.getAllByRole('row').at(-1)?.textContent).toBe(`Sum${'₹0.00'.repeat(7)}`)
  expect(screen.getByText('1 Oct 2026, 00:00 to the end of 31 Oct 2026')).toBeTruthy()
  expect(screen.getByText('Corrections taken, 1').nextSibling?.textContent).toBe('\u2212₹120.00')
  expect(await screen.findByText('Adds up')).toBeTruthy()
  await app.user.click(screen.getByRole('radio', { name: 'Day' }))
  await waitFor(() => expect(app.address()).toContain('period=2026-10-31'))
})

it('a sum of deposits leads to their list', async () => {
  const app = openReports(`${paths.reports}?period=2026-10`)
  await app.user.click(await screen.findByRole('link', { name: 'Deposits by UPI, 202' }))
  const query = 'status=approved&daysOf=booked&from=2026-10-01&to=2026-10-31&method=UPI'
  await waitFor(() => expect(app.address()).toBe(`${paths.deposits}?${query}`))
})

it('a report of a day that goes on says until when', async () => {
  const today = dayOf(Date.now())
  const answers = office()
  const readAt = `${today}T07:01:40.000Z`
  answers.answer(getReport, () => ok({ report: { ...report(today), isOver: false, readAt } }))
  openApp(`${paths.reports}?period=${today}`, { office: answers })
  expect(await screen.findByText(/, so far, until 12:31 IST$/)).toBeTruthy()
  expect(await screen.findByRole('columnheader', { name: 'Now' })).toBeTruthy()
})

it('a month to come has no report', async () => {
  openReports(`${paths.reports}?period=2099-01`)
  expect(await screen.findByText('This month has not begun')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

it('a report is taken away as a spreadsheet under the name of the server', async () => {
  const { user, office: answers } = openReports(`${paths.reports}?period=2026-10`)
  answers.answer(exportReport, () => file('report-2026-10.xlsx', 'x'))
  URL.createObjectURL = () => 'blob:a-file'
  const names: string[] = []
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download)
  }
  await user.click(await screen.findByRole('button', { name: 'Export this report as XLSX' }))
  await waitFor(() => expect(names).toEqual(['report-2026-10.xlsx']))
  const [asked] = answers.requestsOf(exportReport)
  expect([asked?.params.period, asked?.query.get('format')]).toEqual(['2026-10', 'xlsx'])
})

it('says that days are missing, and what could not be loaded', async () => {
  const answers = office()
  answers.answer(getReport, ({ params }) => ok({ report: { ...report(params.period ?? ''), isWhole: false } }))
  answers.answer(getBalances, () => refuse('unavailable'))
  openApp(`${paths.reports}?period=2026-10`, { office: answers })
  expect(await screen.findByText(/Some days are missing/)).toBeTruthy()
  expect(await screen.findByText('Failed to load balances')).toBeTruthy()
})

it('an owner sets the alerts by mail, and an empty field turns one off', async () => {
  const { user, office: answers } = openReports(`${paths.reports}?period=2026-10`)
  answers.answer(setAlertRules, ({ body }) => ok({ rules: body as never }))
  const panel = within(await screen.findByRole('region', { name: 'Alerts by mail' }))
  await user.type(await panel.findByLabelText(/waits longer than/), '4')
  await user.type(panel.getByLabelText('A player wins at least'), '50,000')
  await user.click(panel.getByRole('button', { name: 'Save alerts' }))
  panel.getByText('Enter 5 to 1,440 minutes.')
  await user.type(panel.getByLabelText(/waits longer than/), '5')
  await user.click(panel.getByRole('button', { name: 'Save alerts' }))
  await screen.findByText('The alerts are saved.')
  const rules = { oldestMinutes: 45, ledger: true, rtpPoints: null, largeWin: 50_000 }
  expect(answers.requestsOf(setAlertRules).map(({ body }) => body)).toEqual([rules])
})

it('an owner sends a test mail', async () => {
  const { user, office: answers } = openReports(`${paths.reports}?period=2026-10`)
  answers.answer(sendTestAlert, () => ok({ addresses: 2 }))
  await user.click(await screen.findByRole('button', { name: 'Send a test mail' }))
  await screen.findByText('A test mail is on its way to 2 addresses.')
})

describe('without an address of an owner', () => {
  const rules = { oldestMinutes: null, ledger: true, rtpPoints: null, largeWin: null }
  const withoutOwners = () => {
    const answers = office()
    answers.answer(getAlertRules, () => ok({ rules, addresses: 0 }))
    return answers
  }

  it.each([paths.reports, paths.qrSettings])('%s says that mails to owners do not leave', async (path) => {
    openApp(path, { office: withoutOwners() })
    expect(await screen.findByText('Owners get no mails.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send a test mail' })).toBeNull()
  })

  it('the dashboard leads to the alerts, without a notice above the panels', async () => {
    openApp(paths.dashboard, { office: withoutOwners() })
    const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
    const row = await waiting.findByText('alerts and changes of settings are only in the log')
    expect(row.closest('a')?.getAttribute('href')).toBe(paths.reports)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('the error of the addresses of the daily mail names the wrong line', async () => {
  const { user } = openReports(`${paths.reports}?period=2026-10`)
  const panel = within(await screen.findByRole('region', { name: 'Daily mail' }))
  await user.type(
    await panel.findByLabelText('Email addresses'),
    'asha@example.in{enter}vikram@example{enter}ravi@example.in',
  )
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Not an email address: vikram@example')).toBeTruthy()
})
