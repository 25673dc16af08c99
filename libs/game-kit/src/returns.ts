import { paise } from '@kismet/contracts'
import type { getReturns, Output, ReturnLine, ReturnsGame, ReturnsHours } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import { isoTime } from '@kismet/service-kit/clock'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'

const lookEveryMs = 30_000
const keptHours = 400 * 24
/** The time back over which an alarm is told. */
const alarmHours = '168'

/**
 * SQL that adds bets to the sums of their hours. It belongs in the statement that writes their end,
 * so that each is counted once. Squares are of paise, as doubles.
 * @param ended FROM clause of bets that have ended just now, with the columns game, setting (''
 * without one), settled_at, stake_paise, payout_paise and theory: the published return
 */
export const addReturns = (ended: string): string => `
  INSERT INTO return_hour AS sums
    (game, setting, hour, bets, stake_paise, payout_paise, theory_paise, residual_squares, counted_at)
  SELECT game, setting, date_trunc('hour', settled_at, 'UTC') AS hour, count(*), sum(stake_paise), sum(payout_paise),
    sum(theory * stake_paise), sum((payout_paise - theory * stake_paise) ^ 2), now()
  FROM ${ended} GROUP BY game, setting, hour ORDER BY game, setting, hour
  ON CONFLICT (game, setting, hour) DO UPDATE SET bets = sums.bets + excluded.bets,
    stake_paise = sums.stake_paise + excluded.stake_paise, payout_paise = sums.payout_paise + excluded.payout_paise,
    theory_paise = sums.theory_paise + excluded.theory_paise,
    residual_squares = sums.residual_squares + excluded.residual_squares, counted_at = excluded.counted_at`

/** What bets of one kind come to. Amounts in paise; `theoryPaise` is what they should have paid: the sum of each stake times its theoretical return. */
export interface ReturnSums {
  readonly bets: number
  readonly stakePaise: number
  readonly payoutPaise: number
  readonly theoryPaise: number
  /** The sum of the squares of (payout - theoretical return * stake), in paise squared. */
  readonly residualSquares: number
}

interface Summed extends ReturnSums {
  readonly game: ReturnsGame
  readonly setting: string
  readonly countedAtMs: number
}

/** What the bets of the hours back from now have paid, a line for each game and setting. */
export async function readReturns(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  { hours, game }: { readonly hours: ReturnsHours; readonly game?: ReturnsGame },
): Promise<Output<typeof getReturns>> {
  const { rows } = await db.query<Summed>(
    `SELECT game, setting, sum(bets)::bigint AS bets, sum(stake_paise)::bigint AS "stakePaise",
       sum(payout_paise)::bigint AS "payoutPaise", sum(theory_paise) AS "theoryPaise",
       sum(residual_squares) AS "residualSquares", ${msOf('max(counted_at)')} AS "countedAtMs"
     FROM return_hour WHERE hour > $1 AND ($2::text IS NULL OR game = $2) GROUP BY game, setting ORDER BY game, setting`,
    [new Date(clock.now() - Number(hours) * 3_600_000), game ?? null],
  )
  const countedAt = rows.length === 0 ? null : isoTime(Math.max(...rows.map(({ countedAtMs }) => countedAtMs)))
  const lines = rows.map(({ game, setting, ...sums }) => ({ game, setting: setting || null, ...standingOf(sums) }))
  return { lines, countedAt }
}

/** Below this the sum of so few payouts, some of them large, is far from normal, and no band would say the truth. */
export const fewBets = 1_000
/** Two-sided quantiles of the normal distribution: 95 and 99 of 100. */
const [z95, z99] = [1.96, 2.576]

/**
 * Compares the actual return with the theoretical return. The payouts are independent, each with
 * its own mean by the published maths. Actual less theoretical return is therefore about normal
 * with mean 0. The variance is estimated from the squared deviations of the bets (a ratio
 * estimator: Cochran, Sampling Techniques, 3rd ed., 6.4).
 * @param sums of at least one bet
 */
export function standingOf(sums: ReturnSums): Omit<ReturnLine, 'game' | 'setting'> {
  const { bets, stakePaise, payoutPaise, theoryPaise, residualSquares } = sums
  const percent = (amountPaise: number) => (100 * amountPaise) / stakePaise
  const deviation = Math.abs(payoutPaise - theoryPaise)
  const standardError = Math.sqrt(residualSquares)
  const among = deviation <= z95 * standardError ? 'inside' : deviation <= z99 * standardError ? 'outside_95' : 'alarm'
  return {
    ...{ bets, staked: paise(stakePaise), paid: paise(payoutPaise) },
    theoryPercent: percent(theoryPaise),
    actualPercent: percent(payoutPaise),
    standardErrorPercent: percent(standardError),
    verdict: bets < fewBets ? 'few' : among,
  }
}

/** Says so when a game leaves the band of its theory, and deletes old hours. Runs on the leader. */
export function startWatchingReturns(ctx: {
  readonly db: Queryable
  readonly clock: Clock
  readonly log: Logger
}): Loop {
  const alarmed = new Set<string>()
  return startLoop('returns', lookEveryMs, ctx.log, async () => {
    const oldest = new Date(ctx.clock.now() - keptHours * 3_600_000)
    await ctx.db.query('DELETE FROM return_hour WHERE hour < $1', [oldest])
    const { lines } = await readReturns(ctx, { hours: alarmHours })
    for (const line of lines) {
      const name = `${line.game} ${line.setting ?? ''}`
      if (line.verdict !== 'alarm') alarmed.delete(name)
      else if (!alarmed.has(name)) {
        alarmed.add(name)
        ctx.log.error({ line }, 'the return of a game is outside its band: chance alone does this in under 1% of weeks')
      }
    }
  })
}
