import type { EntryKind } from '@kismet/contracts'

/**
 * The steps of a reference: it opens once, closes once, and can release the bonus once. A void or a
 * release that comes first opens the reference itself. A late command then finds the step taken.
 */
export type Step = (typeof steps)[number]
export const steps = ['open', 'close', 'bonus'] as const

/** The step that each kind takes; what closes and comes first takes `open`. */
export const stepOf = {
  play: 'open',
  reserve: 'open',
  settle: 'close',
  void: 'close',
  deposit: 'open',
  hold: 'open',
  release: 'close',
  'pay-out': 'close',
  correction: 'open',
  bonus: 'bonus',
} as const satisfies Record<EntryKind, Step>

/** What kind of thing a reference names. */
export const familyOf = {
  play: 'bet',
  reserve: 'bet',
  settle: 'bet',
  void: 'bet',
  bonus: 'bet',
  deposit: 'deposit',
  hold: 'withdrawal',
  release: 'withdrawal',
  'pay-out': 'withdrawal',
  correction: 'correction',
} as const satisfies Record<EntryKind, 'bet' | 'deposit' | 'withdrawal' | 'correction'>
