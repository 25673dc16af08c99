import * as contracts from '@kismet/contracts'

/** The files of lists, each with the action of its row in the audit log. */
export const listFiles = [
  [contracts.exportDeposits, 'deposit.export'],
  [contracts.exportWithdrawals, 'withdrawal.export'],
  [contracts.exportPayoutFiles, 'payout-file.export'],
  [contracts.exportPlayers, 'player.export'],
  [contracts.exportEntries, 'entry.export'],
  [contracts.exportCorrections, 'correction.export'],
  [contracts.exportAuditLog, 'audit-log.export'],
  [contracts.exportProfitLoss, 'profit-loss.export'],
  [contracts.exportPlayerDayStatement, 'statement.export'],
] as const
