import { expect, it } from '@jest/globals'
import type { AdminRole } from '@kismet/contracts'
import { referencesOf } from './bank/references.ts'
import { newPayoutId, refusalOf, shortIdOf, standingOf } from './payout.ts'
import type { PayoutAction, Standing } from './payout.ts'

const actions = ['pay', 'approve', 'reject', 'release'] as const satisfies readonly PayoutAction[]
const [paid, expired] = ['being_paid', 'payout_expired'] as const

/** The refusals of a cashier, in the order of `actions`. */
const table: Readonly<Record<Standing, readonly ('being_paid' | 'payout_expired' | undefined)[]>> = {
  none: [undefined, undefined, undefined, undefined],
  own: [undefined, undefined, paid, undefined],
  open: [paid, paid, paid, paid],
  expired: [expired, undefined, expired, undefined],
  file: [paid, undefined, paid, paid],
  'own file': [paid, undefined, paid, undefined],
}

it.each(Object.entries(table))(
  'a payout that is “%s” refuses what could pay a withdrawal twice',
  (standing, refused) => {
    const refusedTo = (role: AdminRole) => actions.map((action) => refusalOf(action, standing as Standing, role))
    expect(refusedTo('cashier')).toEqual(refused)
    // An owner may release each payout.
    expect(refusedTo('owner')).toEqual([...refused.slice(0, -1), undefined])
  },
)

it.each([
  { payBy: null, payUntilMs: null, payoutFileId: null, standing: 'none' },
  { payBy: 'me', payUntilMs: 1, payoutFileId: null, standing: 'own' },
  { payBy: 'other', payUntilMs: 11, payoutFileId: null, standing: 'open' },
  { payBy: 'other', payUntilMs: 10, payoutFileId: null, standing: 'expired' },
  { payBy: 'other', payUntilMs: null, payoutFileId: 'f', standing: 'file' },
  { payBy: 'me', payUntilMs: null, payoutFileId: 'f', standing: 'own file' },
] as const)('a payout $standing stands so at the time 10', ({ standing, ...payout }) => {
  expect(standingOf(payout, 'me', 10)).toBe(standing)
})

it.each(['123456789012', '12345678901e', '12345678e901', 'a12345678901'])(
  'the short id of a new payout is no reference of a bank, also where the random bits are %s',
  (end) => {
    const randomness = { id: () => `0190b2a0-0000-7000-8000-${end}`, below: (below: number) => below - 1 }
    const id = newPayoutId(randomness, 0)
    expect(id).toBe(`0190b2a0-0000-7000-8000-f${end.slice(1, -1)}f`)
    const short = shortIdOf(id)
    for (const text of [`IMPS-${short}-ASHA RAO`, `NEFT${short}`, `UPI/${short}/ASHA`, `PAYOUTS${short}.csv`]) {
      expect(referencesOf(text, '').reference).toBeNull()
      expect(referencesOf(text, '400003400003').reference).toBe('400003400003')
    }
    expect(referencesOf('IMPS-ASHA RAO', short).reference).toBeNull()
  },
)
