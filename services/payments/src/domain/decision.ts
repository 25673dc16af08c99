import { paiseOfRupees } from '@kismet/contracts'
import type {
  CasinoMode,
  DailyApprovalLimit,
  Paise,
  RequestKind,
  SecondAdminReason,
  WithoutRow,
} from '@kismet/contracts'

/** The row that pays for a deposit. `own`: only statements of the admin have the row. */
export type RowOrigin = 'none' | 'own' | 'other'

export interface ApprovalFacts {
  readonly amountPaise: Paise
  /** Null for a withdrawal. */
  readonly rowOrigin: RowOrigin | null
  /** Sums of earlier approvals of this kind on this day of Asia/Kolkata, in paise. */
  readonly today: {
    /** What the admin approved alone. */
    readonly adminPaise: number
    /** The part of it by rows that only statements of the admin have. */
    readonly ownStatementPaise: number
    /** What all admins approved for the player. */
    readonly playerPaise: number
  }
}

/** What owners allow one admin, for one kind of request. Null: no limit. */
export interface ApprovalRules {
  readonly secondAbovePaise: Paise | null
  readonly withoutRow: WithoutRow
  readonly ownStatementPaise: Paise | null
  readonly adminPaise: Paise | null
  readonly playerPaise: Paise | null
}

export type ApprovalChoices = { readonly withoutRow: WithoutRow } & Readonly<Record<DailyApprovalLimit, Paise | null>>

/** With real money, an admin alone may approve so much a day by statements that no other admin uploaded. */
const ownStatementDefault = paiseOfRupees(50_000)

/** What owners have set, with the defaults of the mode. */
export function choicesOf(set: Partial<ApprovalChoices>, mode: CasinoMode): ApprovalChoices {
  const isReal = mode === 'real'
  return {
    ...{ adminDepositDaily: null, adminWithdrawalDaily: null, playerDepositDaily: null, playerWithdrawalDaily: null },
    withoutRow: isReal ? 'second_admin' : 'allowed',
    ownStatementDaily: isReal ? ownStatementDefault : null,
    ...set,
  }
}

export function rulesOf(kind: RequestKind, choices: ApprovalChoices, secondAbovePaise: Paise | null): ApprovalRules {
  const isDeposit = kind === 'deposit'
  return {
    secondAbovePaise,
    withoutRow: choices.withoutRow,
    ownStatementPaise: choices.ownStatementDaily,
    adminPaise: isDeposit ? choices.adminDepositDaily : choices.adminWithdrawalDaily,
    playerPaise: isDeposit ? choices.playerDepositDaily : choices.playerWithdrawalDaily,
  }
}

/** Why an approval takes a second admin; empty: one admin may decide. */
export function secondAdminReasons(
  { amountPaise, rowOrigin, today }: ApprovalFacts,
  rules: ApprovalRules,
): SecondAdminReason[] {
  const exceeds = (earlierPaise: number, limitPaise: Paise | null) =>
    limitPaise !== null && earlierPaise + amountPaise > limitPaise
  const holds = {
    amount: exceeds(0, rules.secondAbovePaise),
    without_row: rowOrigin === 'none' && rules.withoutRow === 'second_admin',
    own_statement: rowOrigin === 'own' && exceeds(today.ownStatementPaise, rules.ownStatementPaise),
    admin_day: exceeds(today.adminPaise, rules.adminPaise),
    player_day: exceeds(today.playerPaise, rules.playerPaise),
  } satisfies Record<SecondAdminReason, boolean>
  return (Object.keys(holds) as SecondAdminReason[]).filter((reason) => holds[reason])
}

/**
 * What an approval is: `second`, `alone`, the `first` of two, or `again`, a repeated first one, which does not count.
 * @param firstCounts whether an earlier first approval is of another person; otherwise this approval replaces it
 */
export function approvalStep(
  reasons: readonly SecondAdminReason[],
  firstApprovedBy: string | null,
  adminId: string,
  firstCounts: boolean,
): 'alone' | 'first' | 'second' | 'again' {
  if (firstCounts) return 'second'
  if (reasons.length === 0) return 'alone'
  return firstApprovedBy === adminId ? 'again' : 'first'
}

const asCompared = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Whether an admin has filed a request, as far as that can be known here: whose name is the player's e-mail. Admins have no address besides their name. */
export function isOwnRequest(
  { playerEmail }: { readonly playerEmail: string },
  { username }: { readonly username: string },
): boolean {
  return asCompared(playerEmail) === asCompared(username)
}

/** A reason as it is stored and shown: a blank one is null; what cannot be stored or shown becomes a space. */
export function readReason(text: string | undefined): string | null {
  const shown = (text ?? '')
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
  return shown === '' ? null : shown
}
