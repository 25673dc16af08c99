import { randomBytes } from 'node:crypto'
import { postDepositSettings } from '@kismet/contracts'
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
  /** Rolls of Dice: stake in rupees and roll-over. */
  readonly rolls: readonly (readonly [stake: number, rollOver: number])[]
}

const rollsOf = (count: number, stake: number, rollOver: number) =>
  Array.from({ length: count }, () => [stake, rollOver] as const)

/** Every state that a page of this product can show: new, waiting, refused, playing, with the bonus on its way and with it released. */
const players: readonly DemoPlayer[] = [
  { name: 'asha.rao', approved: [5_000, 2_500], rolls: [...rollsOf(18, 100, 50.5), ...rollsOf(4, 250, 75)] },
  { name: 'vikram.mehta', approved: [10_000], pending: 4_000, rolls: rollsOf(12, 500, 50.5) },
  { name: 'meera.iyer', approved: [1_000], rolls: rollsOf(2, 100, 10) },
  { name: 'kabir.singh', approved: [], pending: 750.5, rolls: [] },
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
  { name: 'zoya.khan', approved: [], rolls: [] },
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
  target.report(`${player.email} (password ${player.password}): balance ₹${await player.balance()}`)
}

async function setPaymentAddress(admin: AdminActor): Promise<void> {
  const form = new FormData()
  form.set('utr', 'kismet@upi')
  form.set('qrImage', new Blob([new Uint8Array(await paymentQrPicture('kismet@upi'))], { type: 'image/png' }), 'qr.png')
  const { body } = await admin.api.upload(postDepositSettings, form)
  if (body.success !== true) throw new Error(`The payment QR could not be set: ${JSON.stringify(body)}`)
}

/** Fills a running stack through its public calls. Each run adds players of its own. */
export async function fillWithDemo(target: DemoTarget): Promise<void> {
  const admin = new AdminActor(target.gatewayUrl)
  await admin.login(target.admin.username, target.admin.password)
  await setPaymentAddress(admin)
  const run = randomBytes(2).toString('hex')
  for (const story of players) await live(target, admin, story, run)
}
