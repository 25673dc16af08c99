import {
  creditDeposit,
  holdWithdrawal,
  paise,
  payOutWithdrawal,
  playBet,
  releaseWithdrawal,
  reserveBet,
  Rupees,
  settleBet,
  voidBet,
} from '@kismet/contracts'
import type { Booked } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Call } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { LeaderContext } from '../context.ts'
import type { CommandKind, CommandOf } from '../domain/command.ts'

/** A call for a command, whose reference has the name there that the caller gives to such a thing. */
interface MoneyCall<K extends CommandKind, Id extends string> extends Pick<Call<typeof playBet>, 'meta' | 'replayed'> {
  readonly input: Record<Id, string> & Omit<CommandOf<K>, 'kind' | 'reference'>
}
type Answer<Call> = (ctx: LeaderContext, call: Call) => Promise<Booked>

/** Books what goes on with something that is under way, or came from outside. @throws Refusal when it is refused; nothing has changed then. */
function books<K extends CommandKind, Id extends string>(kind: K, id: Id, isClosed = false): Answer<MoneyCall<K, Id>> {
  return async ({ core }, call) => {
    const { [id]: reference, ...asked } = call.input
    const outcome = await core.submit({ kind, reference, ...asked } as unknown as CommandOf<K>, isClosed)
    if (!outcome.ok) {
      const { code, amountsPaise } = outcome
      const shown = Object.entries(amountsPaise ?? {}).map(([name, of]) => [name, Rupees.encode(paise(of))] as const)
      throw Refusal.read(code, undefined, Object.fromEntries(shown))
    }
    if (outcome.replayed) call.replayed()
    const { balancePaise, balanceSeq, bonusReleased, replayed } = outcome
    return { balancePaise: paise(balancePaise), balanceSeq, bonusReleased, replayed }
  }
}

/** Books what begins something. While the site is under maintenance, or nobody can say whether it is, nothing begins. @throws Refusal */
function begins<K extends CommandKind, Id extends string>(kind: K, id: Id): Answer<MoneyCall<K, Id>> {
  return async (ctx, call) => books(kind, id, await ctx.maintenance.isOn(call.meta.requestId))(ctx, call)
}

/** All operations that move money, with what the caller calls the reference of their entries. */
export const moneyOperations = [
  handle(playBet, begins('play', 'betId')),
  handle(reserveBet, begins('reserve', 'betId')),
  handle(settleBet, books('settle', 'betId')),
  handle(voidBet, books('void', 'betId')),
  handle(creditDeposit, books('deposit', 'depositId')),
  handle(holdWithdrawal, begins('hold', 'withdrawalId')),
  handle(releaseWithdrawal, books('release', 'withdrawalId')),
  handle(payOutWithdrawal, books('pay-out', 'withdrawalId')),
]
