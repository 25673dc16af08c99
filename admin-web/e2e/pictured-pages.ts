import type { FakeGateway } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminListDeposits,
  approveBankMatches,
  beginTotp,
  getApprovalSettings,
  listPayToAccounts,
  listViews,
  previewBankStatement,
  requestHints,
  sumDeposits,
  timeSync,
} from '@kismet/contracts'
import type { PicturedPage } from '@kismet/test-env/pictures/picture-book'
import { pictureTime } from '@kismet/test-env/pictures/picture-book'
import { paymentQr } from '@kismet/test-env/pictures/payment-picture'
import { listPath, paths, playerPath } from '../src/core/paths.ts'
import { routes } from '../src/shell/routes.ts'
import { preview, statement } from '../src/testing/bank-statements.ts'
import { ledgerPlayer } from '../src/testing/ledger.ts'
import { hintsOfDeposit } from '../src/testing/withdrawals.ts'
import { minesBetId } from '../src/testing/replays.ts'
import { bankOfDeposit } from './pictured-requests.ts'
import { approvalSettings, gateway, payToAccounts } from './pictured-answers.ts'
import { firstMessage } from './pictured-support.ts'
import { proposalOf, upiTerms } from '../src/testing/pay-to.ts'

const session = {
  adminToken: 'token-of-owner',
  admin: JSON.stringify({ _id: '0190b2a0-0000-7000-8000-0000000000ff', username: 'some.owner', role: 'owner' }),
}

const cashier = {
  adminToken: 'token-of-cashier',
  admin: JSON.stringify({ _id: '0190b2a0-0000-7000-8000-0000000000fe', username: 'till', role: 'cashier' }),
}

const addressOf = (path: string): string =>
  path.replace('*', 'lost').replace(':kind/:id', `bet/${minesBetId}`).replace(':id', ledgerPlayer)
const nameOf = (path: string): string =>
  path.endsWith('*')
    ? 'not-found'
    : path
        .replace('/admin/', '')
        .replaceAll('/', '-')
        .replace('players-:id', 'player')
        .replace('evidence-:kind-:id', 'evidence') || 'dashboard'

interface More extends Partial<Pick<PicturedPage, 'storage' | 'act'>> {
  /** Answers what is not as on a quiet evening. */
  readonly change?: (answers: FakeGateway) => void
}

function pictured(name: string, path: string, { storage = session, act, change }: More = {}): PicturedPage {
  const answers = gateway()
  change?.(answers)
  return { name, path, storage, reply: (url, call) => answers.reply(url, call), acknowledge, ...(act && { act }) }
}

/** The time of the server, ahead by more than a ping takes, half of which is taken off: no minute has begun in one picture and not in another. */
const acknowledge = (event: string): object | null =>
  event === timeSync.event ? { serverTime: pictureTime.getTime() + 500 } : null

const secret = 'K4ZQ7MWTD2XHR5VBNJ3YEPLAGOSC6UFI'
const newTotp = {
  secret,
  uri: `otpauth://totp/Kismet:some.owner?secret=${secret}&issuer=Kismet`,
  recoveryCodes: [
    ...['7F3K-M2QP', 'C9TD-4HXW', 'R6VN-8JZB', '2GYL-PA5E', 'K8WM-3TRC'],
    ...['X4BH-9QDF', 'N7ZE-V2KJ', '5LPT-C6YG', 'H3QR-8MWA', 'D9JX-4NBV'],
  ],
}

const fault = { line: 14, column: 'Deposit Amt.', message: '“1,20O.00” is no amount.' }
const views = ['Month end', 'Large stakes of the week'].map((name, n) => ({
  ...{
    _id: `${ledgerPlayer.slice(0, -1)}${n}`,
    page: paths.players,
    name,
    query: 'status=all',
    isShared: n === 1,
    isMine: n === 0,
    by: 'asha',
  },
}))

const ofBank = `${paths.bankStatement}?id=${statement._id}`

/** Every page of the table of routes, by who may see it, what opens over one, and what a bank statement came to. */
export const picturedPages: readonly PicturedPage[] = [
  ...routes.map(({ path, roles }) =>
    pictured(nameOf(path), addressOf(path), roles === 'visitor' ? { storage: {} } : {}),
  ),
  pictured('analytics-statement', `${paths.analytics}?id=0190b2a0-0000-7000-8000-0000000000a0`),
  pictured('support-messages-cashier', paths.support, { storage: cashier }),
  pictured('support-conversation', listPath(paths.support, { id: firstMessage })),
  pictured('game-mode-maintenance', paths.gameMode, {
    act: async (page) => {
      await page.getByRole('switch').click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  pictured('account-totp', paths.account, {
    change: (answers) => answers.answer(beginTotp, () => ok(newTotp)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('a-long-password-7')
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByText(newTotp.recoveryCodes[0] ?? '').waitFor()
    },
  }),
  pictured('deposit-requests-reject', paths.deposits, {
    act: async (page) => {
      await page.getByTitle('player1@example.com').click()
      await page.getByRole('button', { name: 'Amount differs' }).click()
      await page.getByText('The player reads: “Amount differs”.').waitFor()
    },
  }),
  pictured('deposit-requests-arrived', paths.deposits, {
    change: (answers) =>
      answers.answer(requestHints, () =>
        ok({ ...hintsOfDeposit, bank: { ...bankOfDeposit, says: 'amount' as const } }),
      ),
    act: async (page) => {
      await page.getByTitle('player3@example.com').click()
      const request = page.getByRole('article', { name: 'Selected request' })
      await request.getByRole('button', { name: /^Approve/ }).click()
      await page.getByText('(what arrived)').waitFor()
    },
  }),
  pictured('deposit-requests-better-proof', paths.deposits, {
    act: async (page) => {
      await page.getByTitle('player3@example.com').click()
      await page.getByRole('button', { name: 'Ask for a better proof' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  pictured('deposit-requests-select', paths.deposits, {
    act: async (page) => {
      await page.getByRole('button', { name: /^Select/ }).click()
      for (const amount of ['₹10,000.00', '₹1,000.00']) await page.getByRole('checkbox', { name: amount }).click()
    },
  }),
  pictured('deposit-requests-elsewhere', `${paths.deposits}?search=1200`, {
    change: (answers) => {
      answers.answer(adminListDeposits, () => ok({ deposits: [], nextCursor: null, pending: 4 }))
      answers.answer(sumDeposits, ({ query }) =>
        ok(query.get('status') === 'approved' ? { count: 2, amount: 2_400 } : { count: 0, amount: 0 }),
      )
    },
  }),
  pictured('withdrawal-requests-reject', paths.withdrawals, {
    act: async (page) => {
      await page.getByRole('button', { name: /^Select/ }).click()
      for (const amount of ['₹2,200.00', '₹200.00']) await page.getByRole('checkbox', { name: amount }).click()
      await page.getByLabel('Ticked requests').getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  pictured('withdrawal-requests-approve', paths.withdrawals, {
    act: async (page) => {
      await page.getByTitle('player1@example.com').click()
      await page.getByRole('button', { name: 'Mark paid as second' }).click()
    },
  }),
  pictured('withdrawal-requests-file', `${paths.withdrawals}?status=all`, {
    act: async (page) => {
      await page.getByRole('button', { name: 'Payment file' }).click()
      await page.getByRole('dialog').getByText('PAYOUTS000000000101.csv').waitFor()
    },
  }),
  pictured('qr-settings-proposal', paths.qrSettings, {
    change: (answers) => {
      const proposed = proposalOf({ ...upiTerms, address: 'kismet@newbank', qrImage: paymentQr })
      answers.answer(listPayToAccounts, () => {
        const [first, ...others] = payToAccounts
        return ok({ accounts: first ? [{ ...first, proposed }, ...others] : [], delayHours: 24 })
      })
      const { by, at, takesEffectAt } = proposed
      const rules = { secondApprovalAbove: null, withoutRow: 'allowed' } as const
      const ofRules = { _id: '0190b2a0-0000-7000-8000-0000000000ac', by, at, takesEffectAt, rules }
      answers.answer(getApprovalSettings, () => ok({ settings: { ...approvalSettings, proposed: ofRules } }))
    },
  }),
  pictured('qr-settings-account', paths.qrSettings, {
    act: async (page) => {
      await page.getByRole('button', { name: 'Add account' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: 'Bank account' }).click()
    },
  }),
  pictured('handover-own', `${paths.handover}?from=2026-11-21T06:00&to=2026-11-21T14:00`),
  pictured('analytics-own', `${paths.analytics}?from=2026-11-03&to=2026-11-19`),
  pictured('reports-month', `${paths.reports}?period=2026-10`),
  pictured('players-views', paths.players, {
    change: (answers) => answers.answer(listViews, () => ok({ views })),
    act: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('button', { name: 'Saved views' }).click()
      await page
        .getByRole('dialog')
        .getByText(views[0]?.name ?? '')
        .waitFor()
    },
  }),
  pictured('bank-statement-columns', paths.bankStatement, {
    act: async (page) => {
      const json = { success: true, ...preview, faults: [fault], faultCount: 1, canLeaveOut: true }
      // An upload is no fetch, so the network of the page takes its place.
      await page.route(`**${previewBankStatement.route.path}`, (route) => route.fulfill({ json }))
      const file = { name: 'HDFC_current_22Nov.csv', mimeType: 'text/csv', buffer: Buffer.from('Date,Narration') }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByText('One line has a fault.').waitFor()
    },
  }),
  pictured('bank-statement-exact-payouts', `${ofBank}&side=payouts`),
  pictured('bank-statement-used', `${ofBank}&tab=used`),
  pictured('bank-statement-other', `${ofBank}&tab=other`),
  pictured('bank-statement-payouts', `${ofBank}&side=payouts&tab=problem`),
  pictured('player-deposits', `${playerPath(ledgerPlayer)}?part=deposits`),
  pictured('player-correct', playerPath(ledgerPlayer), {
    act: async (page) => {
      await page.getByRole('button', { name: 'Correct balance' }).click()
      await page.getByLabel('Amount').fill('99.50')
      await page.getByText('₹18,532.00').waitFor()
    },
  }),
  pictured('rounds-aviator', `${paths.rounds}?id=3`),
  pictured('rounds-mines', `${paths.rounds}?id=${minesBetId}`),
  // On a phone these are a tab of their own; those beside them are in the pictures of what is approved.
  pictured('bank-statement-near', `${ofBank}&tab=near`),
  pictured('bank-statement-none', `${ofBank}&tab=none`),
  pictured('bank-statement-confirm', ofBank, {
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Row 5' }).click()
      await page.getByRole('button', { name: /^Approve 3 / }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  pictured('bank-statement-working', ofBank, {
    change: (answers) => answers.answer(approveBankMatches, () => new Promise(() => undefined)),
    act: async (page) => {
      await page.getByRole('button', { name: /^Approve 2 / }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Approve 2/ })
        .click()
      await page.getByRole('button', { name: 'Stop here' }).waitFor()
    },
  }),
]
