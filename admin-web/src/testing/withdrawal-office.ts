import type { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetWithdrawal,
  adminListWithdrawals,
  approveWithdrawal,
  claimRequest,
  payWithdrawal,
  rejectWithdrawal,
  releasePayout,
  releaseRequest,
  requestHints,
  socketEvents,
  withdrawalHints,
} from '@kismet/contracts'
import type { HintKind } from '@kismet/contracts'
import { BackOffice, sessionOf } from './open-app.tsx'
import type { WireWithdrawal } from './withdrawals.ts'
import { hintsOfWithdrawal } from './withdrawals.ts'

const me = sessionOf('owner').admin
/** Another admin. */
export const asha = { _id: '0190b2a0-0000-7000-8000-0000000000ee', username: 'asha' }

/** A back office whose desk of withdrawals answers as the server does: claims, and two approvals above `secondAbove` rupees. */
export class WithdrawalOffice extends BackOffice {
  requests: WireWithdrawal[]
  secondAbove = Infinity
  /** The hints of withdrawals by their ids, as a payment file shows them. */
  readonly hints = new Map<string, HintKind[]>()
  /** Where admins hear of claims, as the server tells each of them. */
  live: FakeLive | null = null

  constructor(requests: WireWithdrawal[]) {
    super()
    this.requests = requests
    this.answer(requestHints, () => ok(hintsOfWithdrawal))
    this.answer(withdrawalHints, ({ query }) => {
      const ids = query.get('ids')?.split(',') ?? []
      return ok({ hints: ids.map((_id) => ({ _id, hints: this.hints.get(_id) ?? [], unknown: [] })) })
    })
    this.answer(adminListWithdrawals, ({ query }) => {
      const { status, player, search = '' } = Object.fromEntries(query)
      const withdrawals = this.requests
        .map((one) => this.#seen(one))
        .filter(
          (one) =>
            one.status === (status ?? one.status) &&
            one.user._id === (player ?? one.user._id) &&
            one.user.email.includes(search),
        )
      const pending = this.requests.filter((one) => one.status === 'pending').length
      return ok({ withdrawals, nextCursor: null, pending })
    })
    this.answer(adminGetWithdrawal, ({ params }) => {
      const found = this.find(params.id)
      return found ? ok({ withdrawal: this.#seen(found) }) : refuse('not_found')
    })
    this.answerApprovals()
    this.answer(rejectWithdrawal, ({ params, body }) => {
      const found = this.find(params.id)
      if (found?.status !== 'pending') return refuse('already_decided')
      const rejectionReason = (body as { reason?: string }).reason ?? null
      return ok({ withdrawal: this.change(found, { status: 'rejected', decidedBy: me.username, rejectionReason }) })
    })
    this.answer(payWithdrawal, ({ params }) => {
      const found = this.find(params.id)
      if (!found) return refuse('not_found')
      return ok({ withdrawal: this.change(found, { payout: this.payoutOf(me) }) })
    })
    this.answer(releasePayout, ({ params }) => {
      const found = this.find(params.id)
      return found ? ok({ withdrawal: this.change(found, { payout: null }) }) : refuse('not_found')
    })
    this.answer(claimRequest, ({ params, body }) => {
      const found = this.find(params.id)
      if (!found) return refuse('not_found')
      const isFree = found.claim === null || (body as { takeOver?: boolean }).takeOver === true
      const claim = isFree ? this.claimOf(me) : (found.claim ?? this.claimOf(me))
      this.change(found, { claim })
      return ok({ claim, isMine: claim.adminId === me._id })
    })
    this.answer(releaseRequest, ({ params }) => {
      const found = this.find(params.id)
      if (!found) return refuse('not_found')
      const claim = found.claim?.adminId === me._id ? null : found.claim
      this.change(found, { claim })
      return ok({ claim })
    })
  }

  /** Approvals are answered again, after they were not. */
  answerApprovals(): void {
    this.answer(approveWithdrawal, ({ params, body }) =>
      this.approve(params.id, me.username, (body as { paidReference?: string }).paidReference),
    )
  }

  /** A request with what the server tells of its next approval. */
  #seen(one: WireWithdrawal): WireWithdrawal {
    const needsFirstApproval = one.amount > this.secondAbove && one.firstApproval === null
    return { ...one, needsFirstApproval }
  }

  payoutOf({ _id: adminId, username: by }: typeof asha, minutes = 15): NonNullable<WireWithdrawal['payout']> {
    const until = new Date(Date.now() + minutes * 60_000).toISOString()
    return { adminId, by, since: '2026-11-21T12:10:00.000Z', until, file: null }
  }

  approve(id: string | undefined, by: string, paidReference: string | null = null): Reply<typeof approveWithdrawal> {
    const found = this.find(id)
    if (!found) return refuse('not_found')
    if (found.status !== 'pending')
      return refuse('already_decided', `This request has been ${found.status} already by ${found.decidedBy ?? ''}.`)
    if (found.firstApproval?.by === by) return refuse('second_admin_needed')
    if (found.amount > this.secondAbove && found.firstApproval === null) {
      const firstApproval = { by, at: '2026-11-21T12:12:31.000Z' }
      return ok({ withdrawal: this.change(found, { firstApproval }), pendingSecondApproval: true as const })
    }
    const decidedAt = '2026-11-21T12:12:31.000Z'
    const decided = { status: 'approved', decidedBy: by, decidedAt, claim: null, payout: null, paidReference } as const
    return ok({ withdrawal: this.change(found, decided) })
  }

  claimOf({ _id: adminId, username: by }: typeof asha): NonNullable<WireWithdrawal['claim']> {
    return { adminId, by, until: new Date(Date.now() + 5 * 60_000).toISOString() }
  }

  find(id: string | undefined): WireWithdrawal | undefined {
    return this.requests.find(({ _id }) => _id === id)
  }

  change(found: WireWithdrawal, change: Partial<WireWithdrawal>): WireWithdrawal {
    const changed = { ...found, ...change }
    this.requests = this.requests.map((one) => (one._id === found._id ? changed : one))
    const { _id, claim } = changed
    if ('claim' in change) this.live?.push(socketEvents.claimUpdate, { kind: 'withdrawal', _id, claim })
    return changed
  }
}
