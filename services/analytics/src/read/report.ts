import { dayOf, daysOfPeriod, Game, paise, sumMethods } from '@kismet/contracts'
import type { Output, Report } from '@kismet/contracts'
import type { getBalances } from '@kismet/contracts'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { DaySums, GameSums, Win } from '../domain/day-sums.ts'
import { accountsAt, isKnownFrom, readProgress, sumDays } from './day-sums.ts'

type BetSums = Report['total']

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

/** What the casino came to on a day or in a month, from the sums of its days. @throws Refusal `unavailable` */
export async function readReport(ctx: Context, period: string): Promise<Report> {
  const { from, to } = daysOfPeriod(period)
  const progress = await readProgress(ctx)
  const [{ sums, marked }, methods] = await Promise.all([
    sumDays(ctx, progress, { from, to }),
    orNull(ctx.bus.call(sumMethods, { from, to }, { requestId: 'report' })),
  ])
  const { count, addedPaise, takenPaise } = sums.corrections
  return {
    ...{ period, from, to },
    isOver: dayOf(ctx.clock.now()) > to,
    isWhole: isKnownFrom(from, progress),
    ...gamesOf(sums),
    deposits: counted(sums.deposits),
    depositsByMethod: methods?.deposits ?? null,
    payouts: counted(sums.payouts),
    bonuses: counted(sums.bonuses),
    corrections: { count, added: paise(addedPaise), taken: paise(takenPaise) },
    firstDepositors: marked['first-deposit'],
    // In a month a player counts on the first active day.
    activePlayers: from === to ? marked.active : marked['active-first'],
    largestWins: await winsOf(ctx, sums.wins),
  }
}

/** The balances of all accounts at the end of a day, with their proof. @throws Refusal `unavailable`, `invalid_request` */
export async function readBalances(ctx: Context, day: string): Promise<Output<typeof getBalances>> {
  const { accounts, forward } = await accountsAt(ctx, day)
  const { entries, ...balances } = accounts
  const total = Object.values(balances).reduce((sum, amount) => sum + amount, 0)
  const names = Object.keys(accounts) as (keyof typeof accounts)[]
  const isSame = forward !== undefined && names.every((name) => forward[name] === accounts[name])
  const proof = total !== 0 ? 'differs' : forward === undefined ? 'unproven' : isSame ? 'proven' : 'differs'
  return { day, accounts: balances, total: paise(total), entries, proof }
}
