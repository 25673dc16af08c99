import { DepositMethod, getQrImage, limits, paise } from '@kismet/contracts'
import type {
  CasinoMode,
  DepositSettings,
  getApprovalSettings,
  getPayoutSettings,
  Output,
  PaidTo,
  PayToAccount,
  PayToProposal,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { z } from 'zod'
import { versionOf as versionOfAccount } from './db/pay-to.ts'
import type { Proposal, StoredAccount as StoredPayTo } from './db/pay-to.ts'
import { versionOf } from './db/settings.ts'
import type { Settings } from './db/settings.ts'
import { choicesOf } from './domain/decision.ts'
import type { PayToTerms } from './domain/pay-to.ts'
import type { Proposed } from './domain/proposal.ts'

const qrImageOf = (qrVersion: string | null) =>
  qrVersion === null ? null : getQrImage.route.path.replace(':version', qrVersion)

/** The terms of an account that players see. */
export function termsView({ kind, name, address, ifsc, qrVersion }: PayToTerms): Omit<PaidTo, 'account'> {
  return { kind, name, address, ifsc, qrImage: qrImageOf(qrVersion) }
}

/** The settings of deposits: the account that each method shows now. */
export function depositSettingsView(shown: ReadonlyMap<DepositMethod, StoredPayTo>): z.output<typeof DepositSettings> {
  const ofUpi = shown.get('UPI')
  const accounts = [...new Set(shown.values())].flatMap((account) => {
    const { revision: id, terms } = account
    const methods = DepositMethod.options.filter((method) => shown.get(method) === account)
    return id === null || terms === null ? [] : [{ id, ...termsView(terms), methods }]
  })
  const inUse = { utr: ofUpi?.terms?.address ?? null, qrImage: qrImageOf(ofUpi?.terms?.qrVersion ?? null) }
  return { ...inUse, version: versionOfAccount(ofUpi), accounts }
}

const wholeTermsView = (terms: PayToTerms) => ({
  ...termsView(terms),
  methods: [...terms.methods],
  dailyLimit: terms.dailyLimitPaise,
})

const proposedView = ({ id: _id, proposedBy, proposedByName: username, proposedAtMs, takesEffectAtMs }: Proposed) => ({
  ...{ _id, by: { _id: proposedBy, username } },
  ...{ at: isoTime(proposedAtMs), takesEffectAt: isoTime(takesEffectAtMs) },
})

export function proposalView(proposal: Proposal | null): PayToProposal | null {
  return proposal && { ...proposedView(proposal), ...wholeTermsView(proposal.terms), isOn: proposal.isOn }
}

/** The accounts that players pay to, for admins. */
export function payToAccountViews(
  accounts: readonly StoredPayTo[],
  todayPaise: ReadonlyMap<string, number>,
): z.output<typeof PayToAccount>[] {
  return accounts.map((account) => ({
    _id: account.id,
    version: versionOfAccount(account),
    inUse: account.terms && wholeTermsView(account.terms),
    isOn: account.isOn,
    today: paise(todayPaise.get(account.id) ?? 0),
    proposed: proposalView(account.proposal),
  }))
}

export function approvalSettingsView(
  settings: Settings,
  mode: CasinoMode,
): Output<typeof getApprovalSettings>['settings'] {
  const { secondAbovePaise, changedByName, changedAtMs, proposal } = settings
  return {
    secondApprovalAbove: secondAbovePaise,
    ...choicesOf(settings.approvals, mode),
    version: versionOf('approval', settings),
    changedBy: changedByName,
    changedAt: changedAtMs === null ? null : isoTime(changedAtMs),
    proposed: proposal && { ...proposedView(proposal), rules: proposal.rules },
  }
}

export function payoutSettingsView(settings: Settings): Output<typeof getPayoutSettings>['settings'] {
  const { payoutLeaseMinutes, payoutDebitAccount: debitAccount } = settings
  const leaseMinutes = payoutLeaseMinutes ?? limits.payout.leaseMinutes
  return { leaseMinutes, debitAccount, version: versionOf('payout', settings) }
}
