import { z } from 'zod'
import { limits } from './limits.ts'
import { auditReaders, operation } from './operation.ts'
import type { OperationShape } from './operation.ts'
import { Hex64, Id, IsoTime, openEnum, PageQuery } from './primitives.ts'

/** The services in which admins act: each has an audit log of its own, which service-kit answers for (`readAuditOf`, `auditStateOf`). */
export const auditedServices = ['auth', 'aviator', 'payments', 'wallet'] as const
export const AuditedService = z.enum(auditedServices)
export type AuditedService = z.output<typeof AuditedService>

const access = { admin: auditReaders }

/** What a reader needs to judge an action, as it was stored: amounts are in paise, and named so. */
export const AuditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditDetail = z.output<typeof AuditDetail>

/** One action of an admin. `sequence` counts the rows of its service from 1 without gaps; `hash` is over all of it and the hash of the row before. */
export const AuditRow = z.object({
  service: openEnum(auditedServices),
  sequence: z.int().positive(),
  at: IsoTime,
  admin: z.object({ _id: z.string(), username: z.string() }),
  /** What was done to which kind of thing, such as `deposit.approve`. */
  action: z.string(),
  target: z.string(),
  detail: AuditDetail,
  requestId: z.string(),
  /** The caller's address as the gateway saw it; null for an action of an operator or a service. */
  ip: z.string().nullable(),
  previousHash: Hex64,
  hash: Hex64,
})
export type AuditRow = z.output<typeof AuditRow>

/** A row as the log of all services lists it. `email` of the `player` is null while auth does not answer. */
export const ListedAuditRow = AuditRow.extend({
  player: z.object({ _id: Id, email: z.string().nullable() }).nullable().optional(),
})
export type ListedAuditRow = z.output<typeof ListedAuditRow>

/** The value of `action` for decisions about money and rules. Views, logins and claims are no decisions. */
export const auditDecisions = 'decisions'

/** The actions of `auditDecisions`, as a regular expression of PostgreSQL: approvals, rejections, payouts, corrections and settings. */
export const decisionPattern = [
  '^(deposit|withdrawal)[.](approve|approve-first|reject|pay|release-payout)$',
  '^payout-file[.](create|release)$',
  '^(correction|admin-rules|pay-outs|booking)[.]',
  '-settings[.]',
  '^(report-mail|site-maintenance|volatility-mode)[.]set$',
].join('|')

/**
 * By which the log is narrowed. `search`: each of its words is in the row. `action` is one action, all of one kind of thing
 * (`deposit`), or `decisions`. `from` counts, `to` does not.
 */
export const AuditFilters = z.object({
  search: z.string().trim().max(limits.adminList.searchMaxLength).optional(),
  admin: z.string().trim().max(64).optional(),
  action: z.string().trim().max(64).optional(),
  from: IsoTime.optional(),
  to: IsoTime.optional(),
})
export type AuditFilters = z.output<typeof AuditFilters>

/** How the chain of one service stands. `head` is the newest row that was checked; what came after it is checked next. */
export const AuditState = z.object({
  service: openEnum(auditedServices),
  head: z.object({ sequence: z.int().positive(), hash: Hex64, at: IsoTime }).nullable(),
  /** When the last check began; null before the first check since the service started. */
  checkedAt: IsoTime.nullable(),
  /** The fault in a sentence, and its first row. */
  fault: z.object({ sequence: z.int(), what: z.string() }).nullable(),
  /** The newest row whose hash is also stored outside of the database; null if the operator stores no hashes there. */
  keptOutside: z.int().nullable(),
})
export type AuditState = z.output<typeof AuditState>

const ReadAudit = AuditFilters.extend({
  /** Only rows before this one. */
  before: z.int().positive().optional(),
  limit: z.int().min(1).max(limits.listRows),
})
/** `next`: where to continue, and the time of the last row that was read; null at the end. A page before the end may be short or empty. */
const AuditPage = z.object({
  rows: z.array(AuditRow),
  next: z.object({ before: z.int().positive(), at: IsoTime }).nullable(),
})
export type AuditPage = z.output<typeof AuditPage>

interface AuditOperation<Input extends z.ZodType, Output extends z.ZodType> extends OperationShape {
  readonly access: typeof access
  readonly input: Input
  readonly output: Output
}

/** The rows of one service, newest first. A call reads a limited number of rows, even if no row matches. */
export function readAuditOf(service: AuditedService): AuditOperation<typeof ReadAudit, typeof AuditPage> {
  return operation({
    subject: `${service}.read-audit`,
    access,
    callers: ['analytics'],
    input: ReadAudit,
    output: AuditPage,
    errors: [],
  })
}

const AskAuditState = z.object({ check: z.boolean() })

/** How the chain of one service stands; with `check` all of it is read first, for as long as the caller waits. */
export function auditStateOf(service: AuditedService): AuditOperation<typeof AskAuditState, typeof AuditState> {
  return operation({
    subject: `${service}.audit-state`,
    access,
    callers: ['analytics'],
    input: AskAuditState,
    output: AuditState,
    errors: [],
  })
}

/** The states of the audit logs of all services. `silent`: services without an answer, whose state is unknown. */
const AuditStates = z.object({ states: z.array(AuditState), silent: z.array(openEnum(auditedServices)) })

export const getAuditLog = operation({
  subject: 'analytics.get-audit-log',
  route: {
    method: 'GET',
    path: '/api/admin/audit-log',
    access,
    rate: 'read',
    summary: 'What admins did, of all services, newest first, and how the chains stand',
  },
  input: PageQuery.extend(AuditFilters.shape),
  output: AuditStates.extend({
    rows: z.array(ListedAuditRow),
    nextCursor: z.string().nullable(),
    /** The list is complete back to this time, for the services that answered; null if no older rows exist. */
    searchedBackTo: IsoTime.nullable(),
  }),
  errors: [],
  timeoutMs: 10_000,
})

export const checkAuditLog = operation({
  subject: 'analytics.check-audit-log',
  route: {
    method: 'POST',
    path: '/api/admin/audit-log/check',
    access,
    rate: 'command',
    summary: 'Read the chains of all services again, from the first row to the last',
  },
  input: z.object({}),
  output: AuditStates,
  errors: [],
  timeoutMs: 10_000,
})
