import { paise } from '@kismet/contracts'
import type { Booked } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { MoneyCommand } from '../domain/command.ts'
import type { WalletContext } from '../context.ts'

/** Books a money command and answers as its contract says. @throws Refusal when it is refused; nothing has changed then. */
export async function book(
  { core }: Pick<WalletContext, 'core'>,
  command: MoneyCommand,
  call: { replayed(): void },
): Promise<Booked> {
  const outcome = await core.submit(command)
  if (!outcome.ok) throw new Refusal(outcome.code)
  if (outcome.replayed) call.replayed()
  const { balancePaise, balanceSeq, bonusReleased, replayed } = outcome
  return { balancePaise: paise(balancePaise), balanceSeq, bonusReleased, replayed }
}
