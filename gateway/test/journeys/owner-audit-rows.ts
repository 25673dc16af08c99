import * as contracts from '@kismet/contracts'
import type { OperationShape } from '@kismet/contracts'
import type { AdminActor } from '@kismet/test-env/actors'

const otherAlerts = { oldestMinutes: null, ledger: false, rtpPoints: null, largeWin: null }

/** Calls about mails, evidence and the mode of Aviator, each with the row that it leaves. */
export const ownerCalls = (
  owner: () => AdminActor,
  depositId: () => string,
): readonly (readonly [call: OperationShape, action: string, make: () => Promise<unknown>])[] => [
  [
    contracts.bookEvidence,
    'deposit.evidence',
    () => owner().api.must(contracts.bookEvidence, { kind: 'deposit', id: depositId() }),
  ],
  [contracts.setAlertRules, 'alert-settings.change', () => owner().api.must(contracts.setAlertRules, otherAlerts)],
  [contracts.sendTestAlert, 'alert-settings.test', () => owner().api.must(contracts.sendTestAlert, {})],
  [
    contracts.setVolatilityMode,
    'volatility-mode.set',
    () => owner().api.must(contracts.setVolatilityMode, { mode: 'hard' }),
  ],
  [
    contracts.setReportMail,
    'report-mail.set',
    () => owner().api.must(contracts.setReportMail, { addresses: ['accounts@example.in'] }),
  ],
]
