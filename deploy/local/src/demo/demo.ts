import { randomBytes } from 'node:crypto'
import {
  adminListSupportMessages,
  listPayToAccounts,
  sendSupportMessage,
  setSupportMessageStatus,
} from '@kismet/contracts'
import { AdminActor, newUtr, PlayerActor } from '@kismet/test-env/actors'
import type { CodeSource } from '@kismet/test-env/actors'
import { paymentQrPicture, receiptPicture } from './pictures.ts'

/** A running stack as the demo reaches it. */
export interface DemoTarget {
  readonly gatewayUrl: string
  readonly mailbox: CodeSource
  readonly admin: { readonly username: string; readonly password: string }
  readonly report: (line: string) => void
}

interface DemoPlayer {
  readonly name: string
  /** Deposits by what becomes of them, in rupees. */
  readonly approved: readonly number[]
  readonly rejected?: { readonly amount: number; readonly reason: string }
  readonly pending?: number
  /** Withdrawals after play, in rupees; the player has a bank account of that number then. */
  readonly account?: string
  readonly paidOut?: number
  readonly sentBack?: { readonly amount: number; readonly reason: string }
  readonly withdrawing?: number
  /** What the player asks the support. */
  readonly question?: string
  /** Rolls of Dice: stake in rupees and roll-over. */
  readonly rolls: readonly (readonly [stake: number, rollOver: number])[]
}

const rollsOf = (count: number, stake: number, rollOver: number) =>
  Array.from({ length: count }, () => [stake, rollOver] as const)

/** Every state that a page of this product can show: new, waiting, refused, playing, with the bonus on its way and with it released. */
const players: readonly DemoPlayer[] = [
  {
    name: 'asha.rao',
    approved: [5_000, 2_500],
    rolls: [...rollsOf(18, 100, 50.5), ...rollsOf(4, 250, 75)],
    account: '50100123456789',
    paidOut: 1_200,
    sentBack: { amount: 800, reason: 'The name of the account is another one' },
    withdrawing: 500,
    question: 'Why was my withdrawal of 800 sent back? The account is mine.',
  },
  {
    name: 'vikram.mehta',
    approved: [10_000],
    pending: 4_000,
    rolls: rollsOf(12, 500, 50.5),
    account: '31220098765432',
    withdrawing: 1_000,
  },
  // The account of another player and no bets since the deposit: the back office shows risk hints.
  { name: 'meera.iyer', approved: [1_000], rolls: [], account: '31220098765432', withdrawing: 900 },
  {
    name: 'kabir.singh',
    approved: [],
    pending: 750.5,
    rolls: [],
    question: 'I paid by UPI an hour ago and the deposit is still pending.\nPlease check.',
  },
  {
    name: 'ananya.das',
    approved: [],
    rejected: { amount: 3_000, reason: 'The reference number is not on our statement' },
    pending: 3_000,
    rolls: [],
  },
  {
    name: 'rohan.pillai',
    approved: [500],
    rejected: { amount: 200, reason: 'The proof cannot be read' },
    rolls: rollsOf(3, 100, 90),
  },
  { name: 'a.name.that.is.as.long.as.names.can.be.in.an.e-mail.address', approved: [], pending: 10_000, rolls: [] },
  { name: 'zoya.khan', approved: [], rolls: [], question: 'Where can I see the bonus?' },
]

async function deposit(player: PlayerActor, amount: number): Promise<string> {
  const utr = newUtr()
  const proof = await receiptPicture({ amount, utr, from: player.email.split('@')[0] ?? '' })
  return player.requestDeposit({ amount, utr, proof })
}

async function live(target: DemoTarget, admin: AdminActor, story: DemoPlayer, run: string): Promise<void> {
  const player = new PlayerActor(target.gatewayUrl, `${story.name}.${run}@example.in`)
  await player.signUp(target.mailbox)
  for (const amount of story.approved) await admin.approve(await deposit(player, amount))
  if (story.rejected !== undefined)
    await admin.reject(await deposit(player, story.rejected.amount), story.rejected.reason)
  if (story.pending !== undefined) await deposit(player, story.pending)
  for (const [betAmount, rollOver] of story.rolls) {
    if ((await player.balance()) >= betAmount) await player.rollDice({ betAmount, rollOver })
  }
  await withdraw(player, admin, story)
  await write(target, player, story)
  target.report(`${player.email} (password ${player.password}): balance ₹${await player.balance()}`)
}

/** Asks the support, unless this address has asked as often as it may within an hour. */
async function write({ report }: DemoTarget, player: PlayerActor, { name, question }: DemoPlayer): Promise<void> {
  if (question === undefined) return
  const message = { name: name.replace('.', ' '), email: player.email, message: question }
  const { status } = await player.api.call(sendSupportMessage, message)
  if (status !== 200) report(`${player.email}: the message to the support was not taken (${status})`)
}

/** Answers the newest question. */
async function closeNewest(admin: AdminActor): Promise<void> {
  const { messages } = await admin.api.must(adminListSupportMessages, { sort: 'createdAt', limit: 1 })
  for (const { _id: id } of messages) await admin.api.must(setSupportMessageStatus, { id, status: 'closed' })
}

/** What a player takes home, as far as play has left it. */
async function withdraw(player: PlayerActor, admin: AdminActor, story: DemoPlayer): Promise<void> {
  const { account: accountNumber, paidOut, sentBack, withdrawing } = story
  if (accountNumber === undefined) return
  const name = story.name.replace('.', ' ')
  await player.saveAccount({ name, accountNumber, ifsc: 'HDFC0001234', mobile: '9876543210' })
  const ask = async (amount: number | undefined) =>
    amount === undefined || (await player.balance()) < amount ? undefined : player.requestWithdrawal(amount)
  const first = await ask(paidOut)
  if (first !== undefined) await admin.payOut(first)
  const second = await ask(sentBack?.amount)
  if (second !== undefined) await admin.sendBack(second, sentBack?.reason ?? '')
  await ask(withdrawing)
}

/** Accounts for the methods that take no UPI ID. */
const otherAccounts = [
  { kind: 'bank', name: 'Kismet Games', utr: '50100987654321', ifsc: 'HDFC0001234', methods: 'IMPS,NEFT,RTGS' },
  { kind: 'wallet', name: 'USDT on Tron', utr: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', methods: 'CRYPTO' },
] as const

/** Has an owner set where players pay to. A repeat adds no second account of a kind. */
async function setPayToAccounts(admin: AdminActor): Promise<void> {
  const qr = new Uint8Array(await paymentQrPicture('kismet@upi'))
  await admin.setPayTo({ utr: 'kismet@upi', qrImage: new Blob([qr], { type: 'image/png' }) })
  const { accounts } = await admin.api.must(listPayToAccounts, {})
  const kinds = new Set(accounts.map(({ inUse, proposed }) => (inUse ?? proposed)?.kind))
  for (const account of otherAccounts)
    if (!kinds.has(account.kind)) await admin.setPayTo({ account: 'new', ...account })
}

/** Fills a running stack through its public calls. Each run adds players of its own. */
export async function fillWithDemo(target: DemoTarget): Promise<void> {
  const admin = new AdminActor(target.gatewayUrl)
  await admin.login(target.admin.username, target.admin.password)
  await setPayToAccounts(admin)
  const run = randomBytes(2).toString('hex')
  for (const story of players) await live(target, admin, story, run)
  await closeNewest(admin)
}
