import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDepositSettings } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { paymentQr } from '@kismet/test-env/pictures/payment-picture'
import type { PicturedState } from './game-states.ts'
import { keptForm } from './game-states.ts'

type Settings = WireOutput<typeof getDepositSettings>['settings']

const id = (n: number): string => `01940000-0000-7000-8000-00000000009${n}`
type Account = NonNullable<Settings['accounts']>[number]
const upi: Account = {
  ...{ id: id(1), kind: 'upi', name: 'Kismet Games', address: 'kismet@examplebank', ifsc: null },
  ...{ qrImage: paymentQr, methods: ['UPI'] },
}
const bank: Account = {
  ...{ ...upi, id: id(2), kind: 'bank', address: '501002844821', ifsc: 'HDFC0001234', qrImage: null },
  methods: ['IMPS', 'NEFT', 'RTGS'],
}
const wallet: Account = {
  ...{
    ...upi,
    id: id(3),
    kind: 'wallet',
    name: 'BTC on Bitcoin',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    qrImage: null,
  },
  methods: ['CRYPTO'],
}

/** Where players pay to in the pictures: an account of each kind. */
export const paySettings: Settings = {
  ...{ qrImage: paymentQr, utr: upi.address, version: 'v1', accounts: [upi, bank, wallet] },
}

/** A form in which the amount and the method are chosen. */
const chosen = (method: string) => ({
  'form:deposit': keptForm({ amount: '500.00', method, utr: '', proofName: null, note: 'KM7Q2X9HTD', payTo: null }),
})

/** The deposit page with an account of each kind, and without an account. */
export const depositStates: readonly PicturedState[] = [
  { name: 'deposit-upi', path: '/deposit', tabStorage: chosen('UPI') },
  { name: 'deposit-bank', path: '/deposit', tabStorage: chosen('IMPS'), until: '501002844821' },
  {
    name: 'deposit-wallet',
    path: '/deposit',
    tabStorage: chosen('CRYPTO'),
    until: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  },
  {
    name: 'deposit-none',
    path: '/deposit',
    tabStorage: chosen('UPI'),
    until: 'UTR',
    answers: (past) => {
      past.answer(getDepositSettings, () =>
        ok({ settings: { ...paySettings, utr: null, qrImage: null, accounts: [] } }),
      )
      return past
    },
    act: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'deposit-no-qr',
    path: '/deposit',
    answers: (past) => {
      const accounts = [{ ...upi, qrImage: 'data:image/png;base64,' }]
      past.answer(getDepositSettings, () => ok({ settings: { ...paySettings, accounts } }))
      return past
    },
    act: (page) => page.getByRole('alert').waitFor(),
  },
]
