import {
  creditDeposit,
  gamesOfServices,
  holdWithdrawal,
  limitReached,
  paise,
  payOutWithdrawal,
  playBet,
  releaseWithdrawal,
  reserveBet,
  Rupees,
  settleBet,
  settleBets,
  voidBet,
} from '@kismet/contracts'
import type { BetAnswer, Booked, Output, RecordedBet } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Call } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { LeaderContext } from '../context.ts'
import type { CommandKind, CommandOf, Outcome } from '../domain/command.ts'
import { mayPayOut } from '../reconcile/ledger-state.ts'

/** A call for a command, whose reference has the name there that the caller gives to such a thing. */
interface MoneyCall<K extends CommandKind, Id extends string> extends Pick<
  Call<typeof playBet>,
  'meta' | 'replayed' | 'asker'
> {
  readonly input: Record<Id, string> & Omit<CommandOf<K>, 'kind' | 'reference'>
}
/** The games whose bets are the caller's; undefined where it is not about bets. */
const gamesOf = ({ asker }: Pick<Call<typeof playBet>, 'asker'>) =>
  asker === undefined ? undefined : (gamesOfServices[asker] ?? [])

type Answer<Call> = (ctx: LeaderContext, call: Call) => Promise<Booked>

/**
 * Books a command that continues earlier money, or money from outside.
 * @throws Refusal; the balance is unchanged
 */
function books<K extends CommandKind, Id extends string>(kind: K, id: Id, isClosed = false): Answer<MoneyCall<K, Id>> {
  return async ({ core }, call) => {
    const { [id]: reference, ...asked } = call.input
    const command = { kind, reference, ...asked } as unknown as CommandOf<K>
    const outcome = await core.submit(command, { isClosed, games: gamesOf(call) })
    if (!outcome.ok) throw refusalOf(outcome)
    if (outcome.replayed) call.replayed()
    return bookedOf(outcome)
  }
}

type BookedOutcome = Extract<Outcome, { ok: true }>

function bookedOf({ balancePaise, balanceSeq, bonusReleased, replayed }: BookedOutcome): Booked {
  return { balancePaise: paise(balancePaise), balanceSeq, bonusReleased, replayed }
}

function refusalOf({ code, amountsPaise, limit }: Extract<Outcome, { ok: false }>): Refusal {
  if (limit) return new Refusal('limit_reached', ...limitReached(limit))
  const shown = Object.entries(amountsPaise ?? {}).map(([name, of]) => [name, Rupees.encode(paise(of))] as const)
  return Refusal.read(code, undefined, Object.fromEntries(shown))
}

/**
 * Books a new bet. A conflict is not a refusal: its answer has the bet that the ledger holds under the id.
 * @throws Refusal; the balance is unchanged
 */
async function placeBet<K extends 'play' | 'reserve'>(
  { core, maintenance }: LeaderContext,
  kind: K,
  call: MoneyCall<K, 'betId'>,
): Promise<BetAnswer> {
  const { betId: reference, ...asked } = call.input
  const games = gamesOf(call)
  if (games?.includes(asked.game) === false) throw new Refusal('forbidden')
  const command = { kind, reference, ...asked } as unknown as CommandOf<K>
  const outcome = await core.submit(command, { isClosed: await maintenance.isOn(call.meta.requestId), games })
  if (!outcome.ok) {
    if (outcome.conflict === undefined) throw refusalOf(outcome)
    return { ...placedOf(outcome.conflict), replayed: false, recorded: recordedBetOf(outcome.conflict) }
  }
  if (!outcome.replayed) return placedOf(outcome)
  call.replayed()
  return { ...placedOf(outcome), recorded: recordedBetOf(outcome) }
}

const placedOf = (outcome: BookedOutcome) => ({ ...bookedOf(outcome), at: isoTime(outcome.entry.atMs) })

function recordedBetOf({ balancePaise, balanceSeq, bonusReleased, entry }: BookedOutcome): RecordedBet {
  const { reference: betId, playerId, game, kind, stakePaise, payoutPaise, detail, atMs } = entry
  return {
    ...{ betId, playerId, game: game ?? '', kind: kind as RecordedBet['kind'] },
    ...{ stakePaise: paise(stakePaise), payoutPaise: paise(payoutPaise), detail: detail ?? '' },
    ...{ balancePaise: paise(balancePaise), balanceSeq, bonusReleased, at: isoTime(atMs) },
  }
}

type BatchOutcome = Output<typeof settleBets>['outcomes'][number]

/** All of them wait for the same batches, and so share their commits. */
async function settleEach({ core }: LeaderContext, call: Call<typeof settleBets>): Promise<BatchOutcome[]> {
  const games = gamesOf(call)
  const submitted = call.input.bets.map(({ betId, ...asked }) =>
    core.submit({ kind: 'settle', reference: betId, ...asked }, { games }),
  )
  return (await Promise.all(submitted)).map((outcome) =>
    outcome.ok ? { ok: true, ...bookedOf(outcome) } : { ok: false, code: outcome.code },
  )
}

/**
 * Books a command that starts a withdrawal. It is refused during maintenance, and while the
 * maintenance state is unknown.
 * @throws Refusal
 */
function begins<K extends CommandKind, Id extends string>(kind: K, id: Id): Answer<MoneyCall<K, Id>> {
  return async (ctx, call) => books(kind, id, await ctx.maintenance.isOn(call.meta.requestId))(ctx, call)
}

/**
 * Pays a withdrawal out. While `mayPayOut` is false, only replays are answered, and the caller
 * retries.
 * @throws Refusal
 */
const paysOut: Answer<MoneyCall<'pay-out', 'withdrawalId'>> = async (ctx, call) => {
  const isShut = !(await mayPayOut(ctx))
  return books(
    'pay-out',
    'withdrawalId',
    isShut,
  )(ctx, call).catch((error: unknown) => {
    if (!isRefusal(error, 'maintenance')) throw error
    throw new Refusal(
      'unavailable',
      'Pay-outs are stopped, because reconciliation found breaks in the ledger or has no new result. An operator must check the ledger first.',
    )
  })
}

/** All operations that move money, with what the caller calls the reference of their entries. */
export const moneyOperations = [
  handle(playBet, (ctx: LeaderContext, call) => placeBet(ctx, 'play', call)),
  handle(reserveBet, (ctx: LeaderContext, call) => placeBet(ctx, 'reserve', call)),
  handle(settleBet, books('settle', 'betId')),
  handle(settleBets, async (ctx: LeaderContext, call) => ({ outcomes: await settleEach(ctx, call) })),
  handle(voidBet, books('void', 'betId')),
  handle(creditDeposit, books('deposit', 'depositId')),
  handle(holdWithdrawal, begins('hold', 'withdrawalId')),
  handle(releaseWithdrawal, books('release', 'withdrawalId')),
  handle(payOutWithdrawal, paysOut),
]
