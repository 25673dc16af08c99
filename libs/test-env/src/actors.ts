import { randomBytes } from 'node:crypto'
import {
  addAccount,
  adminListDeposits,
  adminLogin,
  approveWithdrawal,
  decideDeposit,
  getBalance,
  getDiceCommitment,
  playDice,
  postDeposit,
  postDepositSettings,
  rejectWithdrawal,
  requestWithdrawal,
  signup,
  verifyOtp,
} from '@kismet/contracts'
import type { DepositMethod, WireInput } from '@kismet/contracts'
import { ApiClient } from './api-client.ts'
import type { Success } from './api-client.ts'

/** Where codes arrive: the test's own mailbox, or that of a running stack. */
export interface CodeSource {
  code(address: string, nth?: number): Promise<string>
}

/** The smallest PNG: one transparent pixel. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A reference number of the right form for UPI and IMPS that nobody else uses. */
export function newUtr(): string {
  return String(randomBytes(6).readUIntBE(0, 6) % 1_000_000_000_000).padStart(12, '0')
}

export interface DepositRequest {
  readonly amount: number
  readonly method?: DepositMethod
  readonly utr?: string
  readonly proof?: Uint8Array
}

/** Somebody who plays, through the public calls alone. */
export class PlayerActor {
  readonly email: string
  readonly password: string
  readonly api: ApiClient
  id = ''

  constructor(baseUrl: string, email: string, password = 'a-long-password-7') {
    this.email = email
    this.password = password
    this.api = new ApiClient(baseUrl)
  }

  /** Signs up and verifies the code of the mail. `headers`: those of a trusted proxy. */
  async signUp(mailbox: CodeSource, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const { email, password } = this
    const { signupId } = await this.api.must(signup, { email, password, acceptTerms: true }, { headers })
    const proof = { email, otp: await mailbox.code(email), signupId }
    const { token, user } = await this.api.must(verifyOtp, proof, { headers })
    this.api.token = token
    this.id = user._id
  }

  /** Requests a deposit. @returns the id of the request. */
  async requestDeposit({ amount, method = 'UPI', utr = newUtr(), proof = tinyPng }: DepositRequest): Promise<string> {
    const form = new FormData()
    form.set('amount', String(amount))
    form.set('method', method)
    form.set('utr', utr)
    form.set('proof', new Blob([new Uint8Array(proof)], { type: 'image/png' }), 'proof.png')
    const { body, status } = await this.api.upload(postDeposit, form)
    if (body.success !== true) throw new Error(`deposit: ${status} ${JSON.stringify(body)}`)
    return (body.deposit as { _id: string })._id
  }

  /** Saves a bank account. */
  async saveAccount(account: WireInput<typeof addAccount>): Promise<void> {
    await this.api.must(addAccount, { currentPassword: this.password, ...account })
  }

  /** Asks for a withdrawal to the first account, in rupees. @returns the id of the request. */
  async requestWithdrawal(amount: number, withdrawPassword?: string): Promise<string> {
    const asked = { accountIndex: 0, amount, ...(withdrawPassword === undefined ? {} : { withdrawPassword }) }
    return (await this.api.must(requestWithdrawal, asked)).withdrawal._id
  }

  /** The balance in rupees. */
  async balance(): Promise<number> {
    return (await this.api.must(getBalance, {})).balance
  }

  /** Rolls once, with a client seed that is made after the commitment was seen. Amounts in rupees. */
  async rollDice(play: Pick<WireInput<typeof playDice>, 'betAmount' | 'rollOver'>): Promise<Success<typeof playDice>> {
    const { clientSeed, serverSeedHash } = await this.api.must(getDiceCommitment, {})
    const fresh = `${clientSeed}-${randomBytes(8).toString('hex')}`
    return this.api.must(playDice, { ...play, clientSeed: fresh, serverSeedHash })
  }
}

/** Gives a player money, as it comes in life: a deposit that an admin approves. Amount in rupees. */
export async function fund(player: PlayerActor, admin: AdminActor, amount: number): Promise<void> {
  await admin.approve(await player.requestDeposit({ amount }))
}

/** Somebody who runs the place, through the public calls alone. */
export class AdminActor {
  readonly api: ApiClient

  constructor(baseUrl: string) {
    this.api = new ApiClient(baseUrl)
  }

  async login(username: string, password: string): Promise<void> {
    this.api.token = (await this.api.must(adminLogin, { username, password })).token
  }

  async pendingDeposits(): Promise<Success<typeof adminListDeposits>['deposits']> {
    return (await this.api.must(adminListDeposits, { status: 'pending' })).deposits
  }

  async approve(depositId: string): Promise<void> {
    await this.api.must(decideDeposit, { id: depositId, status: 'approved' })
  }

  /** Sets an account where players pay to. The first one is in use at once. */
  async setPayTo(fields: Readonly<Record<string, string | Blob>>): Promise<void> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const { status, body } = await this.api.upload(postDepositSettings, form)
    if (status !== 200) throw new Error(`Failed to set a pay-to account: ${status} ${JSON.stringify(body)}`)
  }

  async payOut(withdrawalId: string): Promise<void> {
    await this.api.must(approveWithdrawal, { id: withdrawalId })
  }

  async sendBack(withdrawalId: string, reason: string): Promise<void> {
    await this.api.must(rejectWithdrawal, { id: withdrawalId, reason })
  }

  async reject(depositId: string, adminReason: string): Promise<void> {
    await this.api.must(decideDeposit, { id: depositId, status: 'rejected', adminReason })
  }
}
