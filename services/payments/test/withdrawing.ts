import { addAccount, requestWithdrawal } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { loginPassword } from './fake-auth.ts'
import type { BusAnswer, PaymentsStage } from './payments-stage.ts'

export const rightAccount = {
  name: 'Asha Rao',
  accountNumber: '50100123456789',
  ifsc: 'HDFC0001234',
  mobile: '9876543210',
}

type AccountParts = Partial<WireInput<typeof addAccount>>

/** Saves a bank account: right in every part that is not given. */
export function saveAccount(
  stage: PaymentsStage,
  player: TestPlayer,
  parts: AccountParts = {},
): Promise<BusAnswer<typeof addAccount>> {
  return stage.call(addAccount, player, { ...rightAccount, currentPassword: loginPassword, ...parts })
}

/** A player with a saved account and so much money, in paise. */
export async function rich(stage: PaymentsStage, balancePaise: number, parts: AccountParts = {}): Promise<TestPlayer> {
  const player = stage.tokens.player()
  stage.wallet.balances.set(player.id, balancePaise)
  await saveAccount(stage, player, parts)
  return player
}

type AskedParts = Partial<WireInput<typeof requestWithdrawal>> & { readonly key?: string }

/** Asks for a withdrawal of so many rupees, to the first account unless another one is given. */
export function withdraw(
  stage: PaymentsStage,
  player: TestPlayer,
  amount: number,
  { key, ...asked }: AskedParts = {},
): Promise<BusAnswer<typeof requestWithdrawal>> {
  return stage.call(requestWithdrawal, player, { accountIndex: 0, amount, ...asked }, key)
}

/** The same, which must go through. @returns its id @throws Error */
export async function withdrawn(stage: PaymentsStage, player: TestPlayer, amount: number): Promise<string> {
  const { out, code } = await withdraw(stage, player, amount)
  if (out === undefined) throw new Error(`The withdrawal was refused: ${code}`)
  return out.withdrawal._id
}
