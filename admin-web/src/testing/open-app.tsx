import { setPhone } from './browser-parts.ts'
import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { FakeGateway, ok, picture, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
import '@kismet/app-kit/testing/queries.ts'
import type { AdminRole, WireOutput } from '@kismet/contracts'
import {
  adminActivity,
  adminGetDeposit,
  adminGetDepositProof,
  adminGetPlayerFunds,
  adminListDeposits,
  adminListSupportMessages,
  getSupportDesk,
  listSupporters,
  adminListWithdrawals,
  adminLogout,
  decideDeposit,
  getAlertRules,
  getApprovalSettings,
  getAuditLog,
  getCharts,
  getConfig,
  getDepositSettings,
  getLedgerState,
  getPayoutSettings,
  getOnlineUsers,
  getReportMail,
  listPayToAccounts,
  getServiceTimes,
  getSiteMaintenance,
  getVolatilityMode,
  sumDeposits,
  sumWithdrawals,
} from '@kismet/contracts'
import { render } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { userEvent } from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { App } from '../shell/app.tsx'
import type { AdminSession } from '../entities/session/storage.ts'
import type { Store } from '../shell/store.ts'
import { createStore } from '../shell/store.ts'
import type { WireDeposit } from './deposits.ts'
import { funds } from './players.ts'
import { volatility } from './volatility.ts'
import { quietDay } from './day.ts'

const adminId = '0190b2a0-0000-7000-8000-0000000000ff'

export function sessionOf(role: AdminRole): AdminSession {
  return { token: `token-of-${role}`, admin: { _id: adminId, username: `some.${role}`, role } }
}

/** A back office with requests in it; `decide` is the first to decide one wins. */
export class BackOffice extends FakeGateway {
  pending: WireDeposit[]
  decided: WireDeposit[] = []
  /** Nothing comes back from the server. */
  isAway = false
  /** The most that a page holds. */
  pageRows = 200
  ledger: Pick<WireOutput<typeof getLedgerState>, 'state' | 'checks'> = { state: 'clean', checks: [] }

  constructor(pending: WireDeposit[] = []) {
    super()
    this.pending = pending
    this.answer(getConfig, () => ok(playMoneyConfig(new Date().toISOString())))
    this.answer(getSiteMaintenance, () => ok({ siteMaintenance: false }))
    this.answer(getVolatilityMode, () => ok(volatility))
    this.answer(getOnlineUsers, () => ok({ count: 12, users: [] }))
    this.answer(getServiceTimes, () => ok({ since: '2026-11-21T12:11:05.000Z', services: [] }))
    this.answer(getDepositSettings, () =>
      ok({ settings: { qrImage: null, utr: 'KISMET-DEC', version: 'of KISMET-DEC' } }),
    )
    this.answer(listPayToAccounts, () => ok({ accounts: [], delayHours: 0 }))
    this.answer(adminGetPlayerFunds, () => ok({ funds }))
    this.answer(getApprovalSettings, () =>
      ok({ settings: { secondApprovalAbove: null, version: 'v1', changedBy: null, changedAt: null } }),
    )
    this.answer(getPayoutSettings, () => ok({ settings: { leaseMinutes: 15, debitAccount: null, version: 'v1' } }))
    this.answer(getCharts, () => ok(quietDay))
    this.answer(getReportMail, () => ok({ addresses: [] }))
    this.answer(getAlertRules, () =>
      ok({ rules: { oldestMinutes: null, ledger: true, rtpPoints: null, largeWin: null }, addresses: 2 }),
    )
    this.answer(adminListWithdrawals, () => ok({ withdrawals: [], nextCursor: null, pending: 0 }))
    this.answer(sumWithdrawals, () => ok({ count: 0, amount: 0 }))
    this.answer(getAuditLog, () => ok({ rows: [], nextCursor: null, searchedBackTo: null, states: [], silent: [] }))
    this.answer(adminActivity, () => ok({ sessionEndsAt: '2026-11-21T13:12:05.000Z' }))
    this.answer(adminLogout, () => ok({ message: 'Logged out' }))
    this.answer(adminListSupportMessages, () => ok({ messages: [], nextCursor: null, open: 0, total: 0 }))
    this.answer(getSupportDesk, () => ok({ templates: [], tags: [], version: 0, changedBy: null }))
    this.answer(listSupporters, () => ok({ names: ['sana', 'some.owner'] }))
    this.answer(getLedgerState, () => {
      const totals = {
        playersTotal: 10,
        heldTotal: 0,
        openStakesTotal: 0,
        houseTotal: -10,
        outsideTotal: 0,
        bonusTotal: 0,
      }
      return ok({ ...this.ledger, checkedAt: '2026-11-21T12:12:05.000Z', entries: 4, ...totals })
    })
    this.answerFromList()
    this.answer(adminGetDepositProof, () => picture('image/jpeg'))
    this.answerDecisions()
  }

  /** What is sent arrives, and no answer comes back. */
  override async reply(url: string, init?: RequestInit): Promise<Response> {
    const response = await super.reply(url, init)
    if (this.isAway) throw new TypeError('fetch failed')
    return response
  }

  /** The queue is answered again, after it was not. */
  answerFromList(): void {
    this.answer(sumDeposits, ({ query }) => {
      const found = this.found(query)
      return ok({ count: found.length, amount: found.reduce((sum, { amount }) => sum + amount, 0) })
    })
    this.answer(adminListDeposits, ({ query }) => {
      const asked = Object.fromEntries(query)
      const found = this.found(query)
      if (asked.sort === 'amount')
        found.sort((one, other) => (one.amount - other.amount) * (asked.order === 'asc' ? 1 : -1))
      const from = Number(asked.cursor ?? 0)
      const to = from + Math.min(Number(asked.limit), this.pageRows)
      const nextCursor = to < found.length ? String(to) : null
      return ok({ deposits: found.slice(from, to), nextCursor, pending: this.pending.length })
    })
    this.answer(adminGetDeposit, ({ params }) => {
      const found = [...this.pending, ...this.decided].find(({ _id }) => _id === params.id)
      return found ? ok({ deposit: found }) : refuse('not_found', 'Not found')
    })
  }

  /** The deposits that a query finds. */
  found(query: URLSearchParams): WireDeposit[] {
    const asked = Object.fromEntries(query)
    const text = (asked.search ?? '').toLowerCase()
    return [...this.pending, ...this.decided].filter(
      ({ status, method, amount, user, utr, _id, claim }) =>
        status === (asked.status ?? status) &&
        method === (asked.method ?? method) &&
        amount >= Number(asked.minAmount ?? 0) &&
        amount <= Number(asked.maxAmount ?? Infinity) &&
        user._id === (asked.player ?? user._id) &&
        (asked.handledBy === undefined ||
          (asked.handledBy === 'others') === (claim !== null && claim.adminId !== adminId)) &&
        [user.email, utr, _id].some((part) => part.includes(text)),
    )
  }

  /** Decisions are answered again, after they were not: the first one counts. Of the request `held` only once `until` has come. */
  answerDecisions(held?: string, until?: Promise<unknown>): void {
    this.answer(decideDeposit, async ({ params, body }) => {
      if (params.id === held) await until
      const { status, adminReason = null } = body as Partial<Pick<WireDeposit, 'adminReason'>> & {
        status: 'approved' | 'rejected'
      }
      const decided = this.decide(params.id ?? '', { status, adminReason, decidedBy: 'some.owner' })
      return decided ? ok({ deposit: decided }) : refuse('already_decided', 'asha has approved this request already.')
    })
  }

  /** Somebody decides a request that waits. */
  decide(id: string, change: Partial<WireDeposit>): WireDeposit | null {
    const found = this.pending.find(({ _id }) => _id === id)
    if (!found) return null
    this.pending = this.pending.filter((one) => one !== found)
    const decided = { ...found, decidedAt: '2026-11-21T12:12:31.000Z', ...change }
    this.decided.unshift(decided)
    return decided
  }
}

interface Place {
  address: string
  back: () => void
}

function Address({ onChange }: { onChange: (place: Place) => void }): null {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  onChange({ address: pathname + search, back: () => void navigate(-1) })
  return null
}

export interface OpenApp {
  user: UserEvent
  store: Store
  office: BackOffice
  live: FakeLive
  /** Path and query of the page. */
  address: () => string
  /** As the browser's own button. */
  back: () => void
}

interface Opening {
  /** Null: nobody is logged in. */
  role?: AdminRole | null
  office?: BackOffice
  phone?: boolean
  /** The tab keeps what it has stored. */
  isReload?: boolean
}

/** The whole app at a path, with the network's place taken. */
export function openApp(
  path: string,
  { role = 'owner', office = new BackOffice(), phone = false, isReload = false }: Opening = {},
): OpenApp {
  localStorage.clear()
  if (!isReload) {
    sessionStorage.clear()
    deleteDrafts()
  }
  setPhone(phone)
  const live = new FakeLive()
  const store = createStore(role && sessionOf(role))
  let place: Place = { address: '', back: () => undefined }
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <App store={store} live={live} />
        <Address
          onChange={(now) => {
            place = now
          }}
        />
      </MemoryRouter>
    </Provider>,
  )
  return { user: userEvent.setup(), store, office, live, address: () => place.address, back: () => place.back() }
}
