import { afterEach, expect, it } from '@jest/globals'
import { file, ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { exportReport, getBalances, getReport, setAlertRules } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { balances, report } from '../../testing/reports.ts'

afterEach(() => localStorage.clear())

function office(): BackOffice {
  const answers = new BackOffice()
  answers.answer(getReport, ({ params }) => ok({ report: report(params.period ?? '') }))
  answers.answer(getBalances, ({ params }) => ok(balances(params.day ?? '')))
  return answers
}

function openReports(path: string) {
  const answers = office()
  return { ...openApp(path, { office: answers }), office: answers }
}

it('a report of a month has its figures, and the balances at its end with their proof', async () => {
  const app = openReports(`${paths.reports}?period=2026-10`)
  const table = await screen.findByRole('table', { name: 'GGR by game' })
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('+₹41,250.00')
  expect(await screen.findByText('Balances at the end of 31 Oct 2026')).toBeTruthy()
  expect(await screen.findByText('Adds up')).toBeTruthy()
  await app.user.click(screen.getByRole('radio', { name: 'Day' }))
  await waitFor(() => expect(app.address()).toContain('period=2026-10-31'))
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
  await user.type(panel.getByLabelText('A win of at least'), '50,000')
  await user.click(panel.getByRole('button', { name: 'Save alerts' }))
  panel.getByText('Enter 5 to 1440 minutes.')
  await user.type(panel.getByLabelText(/waits longer than/), '5')
  await user.click(panel.getByRole('button', { name: 'Save alerts' }))
  await screen.findByText('The alerts are saved.')
  const rules = { oldestMinutes: 45, ledger: true, rtpPoints: null, largeWin: 50_000 }
  expect(answers.requestsOf(setAlertRules).map(({ body }) => body)).toEqual([rules])
})
