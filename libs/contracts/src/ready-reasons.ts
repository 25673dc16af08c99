/** Ready reasons of a rejection, in the order of their keys at the desks. They are stored as they stand here, and an app says those that it knows in the player's language. */
export const readyReasons = {
  deposit: [
    'UTR not found at the bank',
    'UTR used before',
    'Amount differs',
    'Proof not readable',
    'Paid from another name',
  ],
  withdrawal: ['Name does not match', 'Bank refused the account', 'Check your account details'],
} as const

export type ReadyReason = (typeof readyReasons)['deposit' | 'withdrawal'][number]
