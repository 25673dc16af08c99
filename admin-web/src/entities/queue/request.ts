import type { Filter, FilteredTable, PagedResult } from '../../core/table/table.ts'
import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import type {
  AdminDeposit,
  Claim,
  DepositFilters,
  OrOther,
  Paise,
  Payout,
  RequestKind,
  RequestStatus,
  RiskKind,
  Route,
  SecondAdminReason,
} from '@kismet/contracts'
import type { SerializedError } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import type { Verdict } from './decision.ts'
import type { NotCounted } from './second-admin.ts'

/** A request of any kind in a queue. The amount is in paise. */
export interface QueueRequest {
  readonly _id: string
  readonly user: { readonly _id: string; readonly email: string }
  readonly amount: Paise
  readonly status: OrOther<RequestStatus>
  readonly createdAt: string
  readonly decidedAt: string | null
  readonly decidedBy: string | null
  readonly claim: Claim | null
  /** `amount`: the amount that it names, if another than the player asked for. */
  readonly firstApproval: { readonly by: string; readonly at: string; readonly amount?: Paise | undefined } | null
  readonly risks: readonly OrOther<RiskKind>[]
  /** Of deposits only: a better proof that the player was asked for. */
  readonly betterProof?: z.output<typeof AdminDeposit>['betterProof']
  /** Of pending deposits only: what the bank statements say. */
  readonly bank?: z.output<typeof AdminDeposit>['bank']
  /** The number of notes of admins. */
  readonly notes: number
  /** Of withdrawals only: who pays the request at the bank. */
  readonly payout?: Payout | null
  /** Of withdrawals only: the next approval is the first of two. */
  readonly needsFirstApproval?: boolean
}

/** A row of the list. A row with `left` is already decided. It stays, so that the other rows do not move under the pointer. */
export interface Row<Request> {
  request: Request
  left: boolean
}

/** A part of all amounts, both ends included. */
interface Band {
  readonly minAmount?: Paise
  readonly maxAmount?: Paise
}

/** A filter of amounts, and the part of each choice. */
export interface AmountFilter extends Filter {
  readonly bands: Readonly<Record<string, Band>>
}

/** A queue as a table, and its requests as items of a list beside the open request. */
export interface QueueTable<Request extends QueueRequest> extends FilteredTable<Row<Request>> {
  /** By status. */
  readonly tabs: Filter
  /** One of the filters. */
  readonly amount: AmountFilter
  readonly item: (row: Row<Request>, nowMs: number) => ReactNode
}

/** The filters of both lists. Only deposits have a method. */
export type QueueQuery = z.output<typeof DepositFilters>

/** One page of a list. `pending` counts all that wait. */
interface RequestPage<Request> {
  readonly requests: Request[]
  readonly nextCursor: string | null
  readonly pending: number
}

/** The result of a decision. `isFirst`: the first of two approvals, so the request is still pending. */
export interface Decided<Request> {
  readonly request: Request
  readonly isFirst: boolean
  /** Why a first approval needs a second one; empty when it is not known. */
  readonly reasons: readonly OrOther<SecondAdminReason>[]
  /** An earlier first approval that does not count, because both admins count as one person. */
  readonly firstNotCounted?: NotCounted | undefined
}

interface Asking {
  readonly pollingInterval?: number
  readonly skip?: boolean
}

/** The parts of a queue that depend on the kind of requests: texts, list, and calls. */
export interface QueuePort<Request extends QueueRequest> {
  readonly kind: RequestKind
  /** The first word of a heading: Deposit. */
  readonly noun: string
  readonly table: QueueTable<Request>
  readonly useList: (query: QueueQuery, asking: Asking) => PagedResult<RequestPage<Request>>
  readonly useOne: (id: string, asking: Asking) => OneResult<Request>
  /** Prepared reasons of a rejection for the player. The keys from 1 on choose a reason. */
  readonly reasons: readonly string[]
  readonly reasonOf: (request: Request) => string | null
  /** The route of the decision, which has the allowed roles. */
  readonly deciding: Route
  /** The question before an approval. `isFirst`: a second admin must approve after it; null while that is not known. */
  readonly question: (request: Request, isFirst: boolean | null) => ReactNode
  /** `word`: the text of the button. `asksReference`: whether the approval needs the bank's reference. `isFirst` as in `question`. */
  readonly approving?: (isFirst: boolean | null) => { readonly word: string; readonly asksReference: boolean }
  /** Whether an approval can credit the amount that arrived instead of what the player asked for. */
  readonly takesAmount?: boolean
  /** Why an admin cannot decide the request now, besides claims. */
  readonly closedFor?: (request: Request, adminId: string, nowMs: number) => string | null
  /** Whether a request can be rejected now, if not always. `remark` then says what comes first. */
  readonly mayReject?: (request: Request) => boolean
  /** The effect of a rejection, shown beside the reasons. */
  readonly remark: (request: Request) => string
  /** The effect of an approval. `isOwed`: the answer was lost, so the credit is booked or follows by itself. */
  readonly approvedText: (request: Request, isOwed: boolean) => string
  readonly send: (id: string, verdict: Verdict, callApi: CallApi) => Promise<OrderAnswer<Decided<Request>>>
  /** Reads the current state of the request. */
  readonly look: (id: string, callApi: CallApi) => Promise<OrderAnswer<Request>>
  /** The export of the whole list. */
  readonly file: {
    readonly route: Route
    readonly query: z.ZodType<unknown, Readonly<Record<string, string | undefined>>>
  }
}

interface OneResult<Request> {
  readonly currentData?: Request | undefined
  readonly error?: CallError | SerializedError | undefined
  readonly isFetching: boolean
}
