import * as contracts from '@kismet/contracts'
import type { OperationShape, StreamRoute } from '@kismet/contracts'

/** Calls of admins without an audit row, each with its reason. */
export const withoutRow: readonly (readonly [call: OperationShape | StreamRoute, reason: string])[] = [
  [contracts.adminActivity, 'says that somebody sits there'],
  [contracts.beginTotp, 'nothing counts before it is confirmed'],
  [contracts.checkAuditLog, 'reads'],
  [contracts.proveLedgerNow, 'reads'],
  [contracts.previewBankStatement, 'keeps nothing'],
  ...[contracts.exportReport, contracts.exportHandover].map((call) => [call, 'has sums of all players'] as const),
  ...[contracts.saveView, contracts.renameView, contracts.deleteView].map((call) => [call, 'is an address'] as const),
  ...[contracts.confirmPayTo, contracts.withdrawPayTo].map(
    (call) => [call, 'see payments/test/pay-to.test.ts'] as const,
  ),
]
