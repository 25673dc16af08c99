import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  getDepositSettings,
  getDiceCommitment,
  getProfile,
  getSlotsCommitment,
  Language,
  listDeposits,
  listDicePlays,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import type { PicturedPage } from '@kismet/test-env/pictures/picture-book'
import { routes } from '../src/shell/routes.ts'
import { PlayerGateway } from '../src/testing/player-gateway.ts'

const id = (n: number): string => `01940000-0000-7000-8000-${String(n).padStart(12, '0')}`
const serverSeedHash = 'ac6943f4e825673ddb45e7df51ed142276b52a7fda999faab23194a6475fd0e7'
const seal = { version: '1', serverSeedHash, nonce: 41, clientSeed: 'asha' }
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 13, minute)).toISOString()

const rolls: WireOutput<typeof listDicePlays>['plays'] = [
  { betId: id(1), rollOver: 50.5, roll: 83.14, result: 'win', bet: 500, payout: 1_000, createdAt: at(40) },
  { betId: id(2), rollOver: 50.5, roll: 12.07, result: 'loss', bet: 500, payout: 0, createdAt: at(39) },
  { betId: id(3), rollOver: 95, roll: 99.91, result: 'win', bet: 100, payout: 1_980, createdAt: at(37) },
]
const deposit: WireOutput<typeof listDeposits>['deposits'][number] = {
  _id: id(11),
  user: id(0),
  amount: 2_000,
  method: 'UPI',
  utr: '412788300934',
  proof: '/api/deposit-requests/d1/proof',
  status: 'pending',
  adminReason: null,
  proofDeletedAt: null,
  createdAt: at(30),
}
const deposits: (typeof deposit)[] = [
  deposit,
  { ...deposit, _id: id(12), amount: 25_000, method: 'IMPS', status: 'approved', createdAt: at(2) },
  {
    ...deposit,
    _id: id(13),
    status: 'rejected',
    adminReason: 'The amount does not match the proof.',
    createdAt: at(1),
  },
]

/** A player with some plays and deposits behind them; the same in each picture. */
function gateway(): PlayerGateway {
  const answers = new PlayerGateway()
  answers.answer(listDicePlays, () => ok({ plays: rolls }))
  answers.answer(getDepositSettings, () => ok({ settings: { qrImage: null, utr: 'KISMET-PAY', version: 'v1' } }))
  answers.answer(listDeposits, () => ok({ deposits, nextCursor: null }))
  answers.answer(getDiceCommitment, () => ok({ game: 'dice', ...seal }))
  answers.answer(getSlotsCommitment, () => ok({ game: 'slots', ...seal }))
  const bonus = { awaitingBonus: 1_000, firstDepositAmount: 2_000, totalBetsAfterFirstDeposit: 840 }
  const user = { _id: id(0), email: 'asha@example.in', username: null, balance: 1_000, balanceSeq: 1 }
  answers.answer(getProfile, () => ok({ user: { ...user, ...bonus } }))
  return answers
}

const session = {
  token: 'token-of-asha',
  user: JSON.stringify({ _id: id(0), email: 'asha@example.in' }),
  balance: '100000',
  balanceSeq: '1',
  netResult: '5000',
  netSeq: '1',
  netAtLogin: '3400',
  sessionStartedAt: String(Date.UTC(2026, 10, 21, 13, 18)),
}

/** Words that come last on pages which ask for something. */
const lastWords: Readonly<Record<string, string>> = { '/deposit': 'KISMET-PAY' }

const addressOf = (path: string): string => (path === '*' ? '/casino/poker' : path)
const nameOf = (path: string): string =>
  path === '*' ? 'not-found' : path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')

/** Every page of the table of routes, by who may see it, in each language. */
export const picturedPages: readonly PicturedPage[] = routes.flatMap(({ path, role }) =>
  Language.options.map((language) => {
    const answers = gateway()
    return {
      name: language === 'en' ? nameOf(path) : `${nameOf(path)}-${language}`,
      path: addressOf(path),
      storage: { ...(role === 'visitor' ? {} : session), language },
      reply: (url, call) => answers.reply(url, call),
      ...(lastWords[path] === undefined ? {} : { until: lastWords[path] }),
    }
  }),
)
