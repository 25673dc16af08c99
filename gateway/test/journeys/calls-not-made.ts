import * as contracts from '@kismet/contracts'
import type { OperationShape, StreamRoute } from '@kismet/contracts'

/**
 * Calls of admins that `audit-rows.test.ts` does not make, each with its reason: the call writes no audit row, or another
 * test checks the row.
 */
export const notMade: readonly (readonly [call: OperationShape | StreamRoute, reason: string])[] = [
  [contracts.adminActivity, 'says that somebody sits there'],
  [contracts.beginTotp, 'nothing counts before it is confirmed'],
  [contracts.checkAuditLog, 'reads'],
  [contracts.proveLedgerNow, 'reads'],
  [contracts.previewBankStatement, 'keeps nothing'],
  [contracts.settlePayoutProblem, 'its row is checked in payments/test/payout-statements.test.ts'],
  ...[contracts.exportReport, contracts.exportHandover].map((call) => [call, 'has sums of all players'] as const),
  ...[contracts.saveView, contracts.renameView, contracts.deleteView].map((call) => [call, 'is an address'] as const),
  ...[contracts.confirmProposal, contracts.withdrawProposal].map(
    (call) => [call, 'its row is checked in payments/test/pay-to.test.ts'] as const,
  ),
]
