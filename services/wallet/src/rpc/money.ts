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
import { Refusal } from '@kismet/service-kit/refusal'
import type { LeaderContext } from '../context.ts'
import type { MoneyCommand } from '../domain/command.ts'

/** Books a money command and answers as its contract says. @throws Refusal when it is refused; nothing has changed then. */
async function book({ core }: LeaderContext, command: MoneyCommand, call: { replayed(): void }): Promise<Booked> {
  const outcome = await core.submit(command)
  if (!outcome.ok) {
    const params: Record<string, number> = {}
    for (const [name, amount] of Object.entries(outcome.amountsPaise ?? {})) params[name] = Rupees.encode(paise(amount))
    throw new Refusal(outcome.code, undefined, outcome.amountsPaise && params)
  }
  if (outcome.replayed) call.replayed()
  const { balancePaise, balanceSeq, bonusReleased, replayed } = outcome
  return { balancePaise: paise(balancePaise), balanceSeq, bonusReleased, replayed }
}

/** All operations that move money: what the caller calls a thing is the reference of its entries. */
export const moneyOperations = [
  handle(playBet, (ctx: LeaderContext, call) => {
    const { betId: reference, ...bet } = call.input
    return book(ctx, { kind: 'play', reference, ...bet }, call)
  }),
  handle(reserveBet, (ctx: LeaderContext, call) => {
    const { betId: reference, ...bet } = call.input
    return book(ctx, { kind: 'reserve', reference, ...bet }, call)
  }),
  handle(settleBet, (ctx: LeaderContext, call) => {
    const { betId: reference, ...bet } = call.input
    return book(ctx, { kind: 'settle', reference, ...bet }, call)
  }),
  handle(voidBet, (ctx: LeaderContext, call) => {
    const { betId: reference, ...bet } = call.input
    return book(ctx, { kind: 'void', reference, ...bet }, call)
  }),
  handle(creditDeposit, (ctx: LeaderContext, call) => {
    const { depositId: reference, ...deposit } = call.input
    return book(ctx, { kind: 'deposit', reference, ...deposit }, call)
  }),
  handle(holdWithdrawal, (ctx: LeaderContext, call) => {
    const { withdrawalId: reference, ...withdrawal } = call.input
    return book(ctx, { kind: 'hold', reference, ...withdrawal }, call)
  }),
  handle(releaseWithdrawal, (ctx: LeaderContext, call) => {
    const { withdrawalId: reference, ...withdrawal } = call.input
    return book(ctx, { kind: 'release', reference, ...withdrawal }, call)
  }),
  handle(payOutWithdrawal, (ctx: LeaderContext, call) => {
    const { withdrawalId: reference, ...withdrawal } = call.input
    return book(ctx, { kind: 'pay-out', reference, ...withdrawal }, call)
  }),
]
