import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  getAccountStatement,
  getAviatorHistory,
  getDeposited,
  getDepositSettings,
  getDiceCommitment,
  getLimits,
  getOwnAccount,
  getProfile,
  getRoundProof,
  getSlotsCommitment,
  Language,
  LimitPeriod,
  LimitType,
  listAccounts,
  listAviatorTopWins,
  listDeposits,
  listDicePlays,
  listWithdrawals,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import type { PicturedPage } from '@kismet/test-env/pictures/picture-book'
import { routes } from '../src/shell/routes.ts'
import { TestRound } from '../src/testing/aviator-rounds.ts'
import { PlayerGateway } from '../src/testing/player-gateway.ts'
import { aviatorStates, wins } from './aviator-states.ts'
import type { PicturedState } from './game-states.ts'
import { gameStates, playerId } from './game-states.ts'
import { otherStates } from './other-states.ts'
import { depositStates, paySettings } from './deposit-states.ts'

const id = (n: number): string => `01940000-0000-7000-8000-${String(n).padStart(12, '0')}`
const serverSeedHash = 'ac6943f4e825673ddb45e7df51ed142276b52a7fda999faab23194a6475fd0e7'
const seal = { version: '1', serverSeedHash, nonce: 41, clientSeed: 'asha' }
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 13, minute)).toISOString()

const rolls: WireOutput<typeof listDicePlays>['plays'] = [
  { betId: id(1), rollOver: 50.5, roll: 83.14, result: 'win', bet: 500, payout: 1_000, createdAt: at(40) },
  { betId: id(2), rollOver: 50.5, roll: 12.07, result: 'loss', bet: 500, payout: 0, createdAt: at(39) },
  { betId: id(3), rollOver: 95, roll: 99.91, result: 'win', bet: 100, payout: 1_980, createdAt: at(37) },
]
const round = new TestRound(4)
const deposit: WireOutput<typeof listDeposits>['deposits'][number] = {
  _id: id(11),
  user: playerId,
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
  { ...deposit, _id: id(12), amount: 2_400, askedAmount: 2_500, method: 'IMPS', status: 'approved', createdAt: at(2) },
  {
    ...deposit,
    _id: id(13),
    status: 'rejected',
    adminReason: 'The amount does not match the proof.',
    createdAt: at(1),
    decidedAt: at(9),
  },
]

/** What a player has set for safer play, by kind: day, week and month. */
const ownLimits: Record<LimitType, readonly (number | null)[]> = {
  deposit: [5_000, 10_000, 20_000],
  loss: [2_000, 5_000, null],
  wager: [20_000, null, null],
}
const ownRules: WireOutput<typeof getLimits> = {
  limits: LimitType.options.flatMap((type) =>
    LimitPeriod.options.map((period, nth) => ({
      ...{ type, period, amount: ownLimits[type][nth] ?? null },
      ...(type === 'deposit' ? {} : { used: type === 'loss' ? ([-340, 1_240, 2_180][nth] ?? 0) : 8_400 }),
      ...(type === 'deposit' && period === 'week' && { pending: { amount: 15_000, at: at(100) } }),
    })),
  ),
  timeOutUntil: null,
  excludedUntil: null,
}
const account: WireOutput<typeof listAccounts>['accounts'][number] = {
  accountId: id(21),
  name: 'Asha Rao',
  accountNumber: '501002844821',
  ifsc: 'HDFC0001234',
  mobile: '9845011724',
  hasWithdrawPassword: true,
  createdAt: at(0),
  updatedAt: at(0),
}
const salary = {
  ...account,
  accountId: id(22),
  name: 'A. Rao (salary)',
  accountNumber: '300400500077',
  ifsc: 'SBIN0040112',
}
const accounts = [account, { ...salary, hasWithdrawPassword: false }]
const withdrawal: WireOutput<typeof listWithdrawals>['withdrawals'][number] = {
  _id: id(31),
  user: playerId,
  amount: 400,
  account,
  status: 'pending',
  rejectionReason: null,
  createdAt: at(20),
  steps: [
    { step: 'requested', at: at(20) },
    { step: 'held', at: at(20) },
  ],
}
const withdrawals: (typeof withdrawal)[] = [
  { ...withdrawal, steps: [...withdrawal.steps, { step: 'being_paid', at: at(21) }] },
  {
    ...withdrawal,
    _id: id(32),
    amount: 2_500,
    status: 'approved',
    paidReference: 'HDFCN52025112412345678',
    steps: [...withdrawal.steps, { step: 'approved', at: at(24) }, { step: 'paid_out', at: at(24) }],
  },
  {
    ...withdrawal,
    _id: id(33),
    amount: 800,
    account: salary,
    status: 'rejected',
    rejectionReason: 'Check your account details',
    steps: [...withdrawal.steps, { step: 'rejected', at: at(25) }, { step: 'returned', at: at(25) }],
  },
]

/** Where the player of the pictures is logged in. */
const sessions = ['Chrome on Windows', 'Chrome on Android', 'Safari on iPhone'].map((device, nth) => ({
  sessionId: id(71 + nth),
  device,
  startedAt: at(20 - nth),
  lastActiveAt: at(40 - nth * 11),
  isThis: nth === 0,
}))
const ownAccount: WireOutput<typeof getOwnAccount> = {
  email: 'asha@example.in',
  verifiedAt: '2026-08-03T06:00:00.000Z',
  language: 'en',
  notices: {
    moneyMails: true,
    pushKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    browsers: [
      { browserId: id(81), device: 'Chrome on Windows', addedAt: at(12), isThis: true },
      { browserId: id(82), device: 'Chrome on Android', addedAt: at(3), isThis: false },
    ],
  },
  sessions,
}

type Line = WireOutput<typeof getAccountStatement>['statements'][number]
/** A line of a statement, `nth` of them back. */
function line(nth: number, row: Pick<Line, 'gameType' | 'result' | 'credit' | 'closeBalance' | 'betAmount'>): Line {
  const payout = row.betAmount === null ? null : row.betAmount + row.credit
  return { ...row, _id: `line-${nth}`, date: at(41 - nth), transaction: id(60 + nth), payout }
}
export const statement: Line[] = [
  line(1, { gameType: 'Aviator', result: 'win', credit: 1_090, closeBalance: 12_480.5, betAmount: 500 }),
  line(2, { gameType: 'Mines', result: 'loss', credit: -500, closeBalance: 11_390.5, betAmount: 500 }),
  line(3, { gameType: 'Dice', result: 'win', credit: 500, closeBalance: 11_890.5, betAmount: 500 }),
  line(4, { gameType: 'Withdrawal', result: 'processed', credit: -400, closeBalance: 11_390.5, betAmount: null }),
  line(5, { gameType: 'Bonus', result: 'credit', credit: 200, closeBalance: 11_790.5, betAmount: null }),
  line(6, { gameType: 'Slots', result: 'win', credit: 50, closeBalance: 11_590.5, betAmount: 100 }),
  line(7, { gameType: 'Deposit', result: 'approved', credit: 2_000, closeBalance: 11_540.5, betAmount: null }),
]

/** A player with some plays and deposits behind them; the same in each picture. */
export function playerWithPast(): PlayerGateway {
  const answers = new PlayerGateway()
  answers.answer(listDicePlays, () => ok({ plays: rolls }))
  answers.answer(getRoundProof, () => ok({ proof: round.proof }))
  answers.answer(getAviatorHistory, () => ok({ rounds: [5, 4, 3].map((nth) => new TestRound(nth).past) }))
  answers.answer(listAviatorTopWins, () => ok({ wins }))
  answers.answer(getDepositSettings, () => ok({ settings: paySettings }))
  answers.answer(getLimits, () => ok(ownRules))
  answers.answer(getDeposited, () => ok({ day: 2_000, week: 7_000, month: 17_000 }))
  answers.answer(listDeposits, () => ok({ deposits, nextCursor: null, usualMinutes: 15 }))
  answers.answer(listAccounts, () => ok({ accounts }))
  answers.answer(listWithdrawals, () => ok({ withdrawals, nextCursor: null, usualMinutes: 180 }))
  answers.answer(getOwnAccount, () => ok(ownAccount))
  answers.answer(getAccountStatement, () => ok({ statements: statement, nextCursor: null }))
  answers.answer(getDiceCommitment, () => ok({ game: 'dice', ...seal }))
  answers.answer(getSlotsCommitment, () => ok({ game: 'slots', ...seal }))
  const bonus = { awaitingBonus: 1_000, firstDepositAmount: 2_000, totalBetsAfterFirstDeposit: 840 }
  const user = { _id: playerId, email: 'asha@example.in', username: null, balance: 1_000, balanceSeq: 1 }
  answers.answer(getProfile, () => ok({ user: { ...user, ...bonus } }))
  return answers
}

export const playerStorage = {
  token: 'token-of-asha',
  user: JSON.stringify({ _id: playerId, email: 'asha@example.in' }),
  balance: '100000',
  balanceSeq: '1',
  netResult: '5000',
  netSeq: '1',
  netAtLogin: '3400',
  sessionStartedAt: String(Date.UTC(2026, 10, 21, 13, 18)),
}

/** Words that come last on pages which ask for something. */
const lastWords: Readonly<Record<string, string>> = { '/deposit': 'kismet@examplebank' }

const untilOf = (until: string | undefined) => (until === undefined ? {} : { until })

const addressOf = (path: string): string => (path === '*' ? '/casino/poker' : path.replace(':roundId', round.roundId))
const nameOf = (path: string): string =>
  path === '*' ? 'not-found' : path === '/' ? 'home' : path.slice(1).replace('/:roundId', '').replaceAll('/', '-')

const states: readonly PicturedState[] = [
  ...otherStates(id(21)),
  ...depositStates,
  ...aviatorStates.map((state) => ({ ...state, path: '/casino/aviator' })),
  ...gameStates,
]

const firstStates = routes.map(({ path, role }) => ({
  name: nameOf(path),
  path: addressOf(path),
  role,
  answers: undefined,
  until: undefined,
}))

/** Every page of the table of routes, by who may see it, and more states of some, in each language. */
export const picturedPages: readonly PicturedPage[] = [
  ...firstStates,
  ...states.map((state) => ({ ...state, role: state.role ?? ('player' as const) })),
].flatMap(({ role, answers, until, ...page }) =>
  Language.options.map((language) => {
    const past = playerWithPast()
    const gateway = answers?.(past) ?? past
    return {
      ...page,
      name: language === 'en' ? page.name : `${page.name}-${language}`,
      isTranslated: language !== 'en',
      storage: { ...(role === 'visitor' ? {} : playerStorage), language },
      reply: (url, call) => gateway.reply(url, call),
      ...untilOf(until ?? lastWords[page.path]),
    }
  }),
)
