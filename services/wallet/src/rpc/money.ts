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
import type { MoneyCommand } from '../domain/command.ts'

type MoneyCall<Asked> = Pick<Call<typeof playBet>, 'meta' | 'replayed'> & { readonly input: Asked }
type Answer<Asked> = (ctx: LeaderContext, call: MoneyCall<Asked>) => Promise<Booked>

/** Books what goes on with something that is under way, or came from outside. @throws Refusal when it is refused; nothing has changed then. */
function books<Asked>(commandOf: (asked: Asked) => MoneyCommand, isClosed = false): Answer<Asked> {
  return async ({ core }, call) => {
    const outcome = await core.submit(commandOf(call.input), isClosed)
    if (!outcome.ok) {
      const { code, amountsPaise } = outcome
      const shown = Object.entries(amountsPaise ?? {}).map(([name, of]) => [name, Rupees.encode(paise(of))] as const)
      throw new Refusal(code, undefined, amountsPaise && Object.fromEntries(shown))
    }
    if (outcome.replayed) call.replayed()
    const { balancePaise, balanceSeq, bonusReleased, replayed } = outcome
    return { balancePaise: paise(balancePaise), balanceSeq, bonusReleased, replayed }
  }
}

/** Books what begins something. While the site is under maintenance, or nobody can say whether it is, nothing begins. @throws Refusal */
function begins<Asked>(commandOf: (asked: Asked) => MoneyCommand): Answer<Asked> {
  return async (ctx, call) => books(commandOf, await ctx.maintenance.isOn(call.meta.requestId))(ctx, call)
}

/** All operations that move money: what the caller calls a thing is the reference of its entries. */
export const moneyOperations = [
  handle(
    playBet,
    begins(({ betId: reference, ...bet }) => ({ kind: 'play', reference, ...bet })),
  ),
  handle(
    reserveBet,
    begins(({ betId: reference, ...bet }) => ({ kind: 'reserve', reference, ...bet })),
  ),
  handle(
    settleBet,
    books(({ betId: reference, ...bet }) => ({ kind: 'settle', reference, ...bet })),
  ),
  handle(
    voidBet,
    books(({ betId: reference, ...bet }) => ({ kind: 'void', reference, ...bet })),
  ),
  handle(
    creditDeposit,
    books(({ depositId: reference, ...deposit }) => ({ kind: 'deposit', reference, ...deposit })),
  ),
  handle(
    holdWithdrawal,
    begins(({ withdrawalId: reference, ...withdrawal }) => ({ kind: 'hold', reference, ...withdrawal })),
  ),
  handle(
    releaseWithdrawal,
    books(({ withdrawalId: reference, ...withdrawal }) => ({ kind: 'release', reference, ...withdrawal })),
  ),
  handle(
    payOutWithdrawal,
    books(({ withdrawalId: reference, ...withdrawal }) => ({ kind: 'pay-out', reference, ...withdrawal })),
  ),
]
