import type { Filter, FilteredTable, PagedResult } from '../../core/table/table.ts'
import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import type {
  Claim,
  DepositFilters,
  OrOther,
  Paise,
  RequestKind,
  RequestStatus,
  RiskKind,
  Route,
} from '@kismet/contracts'
import type { SerializedError } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import type { Verdict } from './decision.ts'

/** What a desk needs to know of a request, of whichever kind; its amount is in paise. */
export interface QueueRequest {
  readonly _id: string
  readonly user: { readonly _id: string; readonly email: string }
  readonly amount: Paise
  readonly status: OrOther<RequestStatus>
  readonly createdAt: string
  readonly decidedAt: string | null
  readonly decidedBy: string | null
  readonly claim: Claim | null
  readonly firstApproval: { readonly by: string; readonly at: string } | null
  readonly risks: readonly OrOther<RiskKind>[]
}

/** A line of the list. One that `left` was decided meanwhile, and stands there only so that nothing moves under the pointer. */
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

/** What the lists of both kinds can be asked for; only deposits have a method. */
export type QueueQuery = z.output<typeof DepositFilters>

/** One page of a list. `pending` counts all that wait. */
interface RequestPage<Request> {
  readonly requests: Request[]
  readonly nextCursor: string | null
  readonly pending: number
}

/** What a decision came to. `isFirst`: it was the first of two approvals, and nothing is decided yet. */
export interface Decided<Request> {
  readonly request: Request
  readonly isFirst: boolean
}

interface Asking {
  readonly pollingInterval?: number
  readonly skip?: boolean
}

/** All that one desk has of its own: its words, its list, and how its requests are decided. */
export interface DeskPort<Request extends QueueRequest> {
  readonly kind: RequestKind
  /** As a heading begins: Deposit. */
  readonly noun: string
  readonly table: QueueTable<Request>
  readonly useList: (query: QueueQuery, asking: Asking) => PagedResult<RequestPage<Request>>
  readonly useOne: (id: string, asking: Asking) => OneResult<Request>
  /** Ready reasons of a rejection, which the player reads; the keys from 1 on choose them. */
  readonly reasons: readonly string[]
  readonly reasonOf: (request: Request) => string | null
  /** The call that decides; it says who may. */
  readonly deciding: Route
  /** Asked before an approval is sent. */
  readonly question: (request: Request) => ReactNode
  /** What a rejection does, said beside its reasons. */
  readonly remark: (request: Request) => string
  /** What an approval has done; `isOwed`: its answer was lost, so it is booked or follows by itself. */
  readonly approvedText: (request: Request, isOwed: boolean) => string
  readonly send: (id: string, verdict: Verdict, callApi: CallApi) => Promise<Sent<Decided<Request>>>
  /** The request as it is at this moment. */
  readonly look: (id: string, callApi: CallApi) => Promise<Sent<Request>>
  /** The whole list as a file. */
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
