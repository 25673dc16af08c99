import { addDays, dayOf, daysOfPeriod, Game, paise, sumMethods } from '@kismet/contracts'
import type { Output, Report } from '@kismet/contracts'
import type { getBalances } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { DaySums, GameSums, Win } from '../domain/day-sums.ts'
import { movementsOf } from '../domain/movements.ts'
import { isKnownFrom, readAccountsOfDays, readProgress, sumDays } from './day-sums.ts'

type BetSums = Report['total']
type Balances = Output<typeof getBalances>

const noBets: GameSums = { bets: 0, stakesPaise: 0, payoutsPaise: 0 }

function betSums({ bets, stakesPaise, payoutsPaise }: GameSums): BetSums {
  return { bets, stakes: paise(stakesPaise), payouts: paise(payoutsPaise), ggr: paise(stakesPaise - payoutsPaise) }
}

/** The bets of each game, and of all games. */
function gamesOf({ games }: Pick<DaySums, 'games'>): Pick<Report, 'games' | 'total'> {
  const all = Game.options.map((game) => ({ game, sums: games[game] ?? noBets }))
  const total = all.reduce<GameSums>(
    (sum, { sums }) => ({
      bets: sum.bets + sums.bets,
      stakesPaise: sum.stakesPaise + sums.stakesPaise,
      payoutsPaise: sum.payoutsPaise + sums.payoutsPaise,
    }),
    noBets,
  )
  return { games: all.map(({ game, sums }) => ({ game, ...betSums(sums) })), total: betSums(total) }
}

/** Null when a service does not answer, which leaves a part out of the report. @throws any other error */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (!isRefusal(error, 'unavailable')) throw error
    return null
  })
}

async function winsOf({ emails }: Context, wins: readonly Win[]): Promise<Report['largestWins']> {
  const known = await orNull(emails.of(wins.map(({ playerId }) => playerId)))
  return wins.map(({ playerId, game, reference, stakePaise, payoutPaise, at }) => ({
    ...{ playerId, email: known?.get(playerId) ?? null, game, reference, at },
    ...{ stake: paise(stakePaise), payout: paise(payoutPaise) },
  }))
}

const counted = ({ count, paise: sum }: DaySums['deposits']) => ({ count, amount: paise(sum) })

/** @throws Refusal `invalid_request` for a period that has not begun */
function daysOf({ clock }: Context, period: string): { from: string; to: string } {
  const days = daysOfPeriod(period)
  if (days.from > dayOf(clock.now()))
    throw new Refusal('invalid_request', `This ${days.from === days.to ? 'day' : 'month'} has not begun.`)
  return days
}

/** What the casino came to on a day or in a month, from the sums of its days. @throws Refusal `unavailable`, `invalid_request` */
export async function readReport(ctx: Context, period: string): Promise<Report> {
  const { from, to } = daysOf(ctx, period)
  const progress = await readProgress(ctx)
  const [{ sums, marked }, methods] = await Promise.all([
    sumDays(ctx, progress, { from, to }),
    orNull(ctx.bus.call(sumMethods, { from, to }, { requestId: 'report' })),
  ])
  const nowMs = ctx.clock.now()
  const { added, addedPaise, taken, takenPaise } = sums.corrections
  return {
    ...{ period, from, to },
    isOver: dayOf(nowMs) > to,
    readAt: new Date(nowMs).toISOString(),
    isWhole: isKnownFrom(from, progress),
    ...gamesOf(sums),
    deposits: counted(sums.deposits),
    depositsByMethod: methods?.deposits ?? null,
    withdrawalsPaid: counted(sums.payouts),
    bonuses: counted(sums.bonuses),
    corrections: {
      added: counted({ count: added, paise: addedPaise }),
      taken: counted({ count: taken, paise: takenPaise }),
    },
    firstDepositors: marked['first-deposit'],
    // In a month a player counts on the first active day.
    activePlayers: from === to ? marked.active : marked['active-first'],
    largestWins: await winsOf(ctx, sums.wins),
  }
}

/**
 * The balances of all accounts before a day or a month and at its end, with what moved them and their proof.
 * @throws Refusal `unavailable`; `invalid_request` for a period that has not begun or whose later days are not known
 */
export async function readBalances(ctx: Context, period: string): Promise<Balances> {
  const { from, to } = daysOf(ctx, period)
  const progress = await readProgress(ctx)
  if (!isKnownFrom(addDays(to, 1), progress))
    throw new Refusal(
      'invalid_request',
      'Totals are missing for later days. Ask an operator to run ./kismet rebuild-analytics.',
    )
  const [accountsAt, { sums }] = await Promise.all([
    readAccountsOfDays(ctx, progress),
    sumDays(ctx, progress, { from, to }),
  ])
  const { accounts, forward } = accountsAt(to)
  const { entries, ...closing } = accounts
  const { entries: _, ...opening } = accountsAt(addDays(from, -1)).accounts
  const movements = movementsOf(sums)
  const names = Object.keys(closing) as (keyof typeof closing)[]
  const total = names.reduce((sum, name) => sum + closing[name], 0)
  const isKnown = isKnownFrom(from, progress)
  const leads = names.every(
    (name) =>
      Object.values(movements).reduce<number>((sum, moved) => sum + moved[name], opening[name]) === closing[name],
  )
  const isSame = forward?.entries === entries && names.every((name) => forward[name] === closing[name])
  const differs = total !== 0 || (isKnown && !leads) || (forward !== undefined && !isSame)
  const proof = differs ? 'differs' : forward === undefined ? 'unproven' : 'proven'
  return { opening: isKnown ? opening : null, movements, closing, total: paise(total), entries, proof }
}
