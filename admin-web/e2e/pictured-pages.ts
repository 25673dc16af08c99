import { FakeGateway, ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import {
  adminGetDeposit,
  adminGetDepositProof,
  adminListDeposits,
  getConfig,
  getDepositSettings,
  getLedgerState,
  getOnlineUsers,
  getSiteMaintenance,
} from '@kismet/contracts'
import type { PicturedPage } from '@kismet/test-env/pictures/picture-book'
import { pictureTime } from '@kismet/test-env/pictures/picture-book'
import { routes } from '../src/shell/routes.ts'
import { deposit } from '../src/testing/deposits.ts'

const at = (minutesAgo: number): string => new Date(pictureTime.getTime() - minutesAgo * 60_000).toISOString()
const deposits = [21, 12, 4, 2].map((minutesAgo, n) =>
  deposit(n + 1, { createdAt: at(minutesAgo), amount: [500, 2_500, 10_000, 1_000][n] ?? 0 }),
)

/** A back office on a quiet evening; the same in each picture. */
function gateway(): FakeGateway {
  const answers = new FakeGateway()
  answers.answer(getConfig, () => ok(playMoneyConfig(pictureTime.toISOString())))
  answers.answer(getSiteMaintenance, () => ok({ siteMaintenance: false }))
  answers.answer(getOnlineUsers, () => ok({ count: 12, users: [] }))
  answers.answer(getDepositSettings, () => ok({ settings: { qrImage: null, utr: 'KISMET-DEC', version: 'v1' } }))
  answers.answer(getLedgerState, () => {
    const totals = { playersTotal: 184_320.5, heldTotal: 4_000, openStakesTotal: 0, houseTotal: -21_400 }
    const checks = [{ name: 'transfers sum to zero', checked: 4_812, breaks: 0 }]
    return ok({ state: 'clean', unproven: 0, checkedAt: at(1), entries: 4_812, checks, ...totals })
  })
  answers.answer(adminListDeposits, () => ok({ deposits, nextCursor: null, pending: deposits.length }))
  answers.answer(adminGetDeposit, () => ok({ deposit: deposits[0] ?? deposit(1) }))
  answers.answer(adminGetDepositProof, () => refuse('proof_deleted'))
  return answers
}

const session = {
  adminToken: 'token-of-owner',
  admin: JSON.stringify({ _id: '0190b2a0-0000-7000-8000-0000000000ff', username: 'some.owner', role: 'owner' }),
}

const addressOf = (path: string): string => path.replace('*', 'lost')
const nameOf = (path: string): string =>
  path.endsWith('*') ? 'not-found' : path.replace('/admin/', '').replaceAll('/', '-') || 'dashboard'

/** Every page of the table of routes, by who may see it. */
export const picturedPages: readonly PicturedPage[] = routes.map(({ path, roles }) => {
  const answers = gateway()
  return {
    name: nameOf(path),
    path: addressOf(path),
    storage: roles === 'visitor' ? {} : session,
    reply: (url, call) => answers.reply(url, call),
  }
})
