/**
 * The pictures that are stored and compared, by page and width. Each shows a state that no other check sees.
 * Every page is still checked for axe and for fit at all widths.
 */
export const storedPictures: readonly string[] = [
  ...[
    'admins',
    'analytics',
    'analytics-own',
    'audit-log',
    'bank-statement',
    'bank-statement-near',
    'bank-statement-payouts',
    'dashboard',
    'deposit-requests',
    'game-mode',
    'ledger',
    'login',
    'player',
    'qr-settings-proposal',
    'reports',
    'rounds-aviator',
    'support-conversation',
    'support-messages',
    'support-messages-cashier',
    'withdrawal-requests',
  ].map((page) => `${page}-1440`),
  ...[
    'audit-log',
    'bank-statement-columns',
    'bank-statement-confirm',
    'dashboard',
    'deposit-requests-reject',
    'game-mode-maintenance',
    'handover-own',
    'player-correct',
    'players',
    'rounds-mines',
    'support-conversation',
    'support-messages',
    'withdrawal-requests-approve',
    'withdrawal-requests-file',
  ].map((page) => `${page}-360`),
]
