import { paise } from '@kismet/contracts'
import type { Output, getReturns, ReturnLine, ReturnsGame, ReturnsHours } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, msOf } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { standingOf } from './return-verdict.ts'
import type { ReturnSums } from './return-verdict.ts'

const countEveryMs = 30_000
/** Bets that one transaction counts, or a few more. */
const mostBets = 50_000
const keptHours = 400 * 24
/** The time back over which an alarm is told. */
const alarmHours = '168'

/** Kinds of bets whose returns are told apart. */
export interface ReturnKind {
  readonly game: ReturnsGame
  /** The setting of a game that changes its return; '' without such a setting. */
  readonly setting: string
}

/** Some ended bets of one hour that have the same theoretical return, as the source's SQL sums them up (`groupSums`). */
interface ReturnGroup {
  readonly hour: Date
  readonly bets: number
  readonly stakePaise: number
  readonly payoutPaise: number
  readonly stakeSquares: number
  readonly products: number
  readonly payoutSquares: number
}

/** Where ended bets stand. */
export interface ReturnSource<Row = object> {
  /** SELECT of groups of the bets of transactions from $1 to before $2, each with `groupSums` and what `kindOf` needs. */
  readonly groups: string
  /** The kind of the bets of a group, and their theoretical payout. */
  readonly kindOf: (row: Row) => ReturnKind & { readonly theory: number }
}

/** The sums of a group. Squares are of paise, as doubles: what they are for needs no more. */
export const groupSums = `date_trunc('hour', settled_at, 'UTC') AS hour, count(*) AS bets, sum(stake_paise)::bigint AS "stakePaise",
  sum(payout_paise)::bigint AS "payoutPaise", sum(stake_paise::float8 * stake_paise) AS "stakeSquares",
  sum(stake_paise::float8 * payout_paise) AS products, sum(payout_paise::float8 * payout_paise) AS "payoutSquares"`

type Counted = ReturnKind & ReturnSums & { readonly hour: Date }

/**
 * Counts the bets that have ended since the last count, up to a limit, and moves the cursor in the
 * same transaction. So each bet is counted once.
 * @returns whether there are more
 */
export function countReturns<Row>(
  db: Pool,
  source: ReturnSource<Row>,
  clock: Clock,
  most = mostBets,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await transaction.query<{ from: string }>('SELECT until AS "from" FROM return_count FOR UPDATE')
    const from = rows[0]?.from ?? '0'
    const { until, isCut } = await endOf(transaction, from, most)
    const { rows: groups } = await transaction.query<ReturnGroup & Row>(source.groups, [from, until])
    for (const counted of groups.map((group) => countedOf(group, source.kindOf(group)))) await add(transaction, counted)
    await transaction.query('UPDATE return_count SET until = $1::xid8, counted_at = $2', [until, new Date(clock.now())])
    return isCut
  })
}

/** Everything before the oldest transaction that runs has ended: what is counted up to there is counted for good. */
async function endOf(db: Queryable, from: string, most: number): Promise<{ until: string; isCut: boolean }> {
  const { rows } = await db.query<{ final: string; cut: string | null }>(
    `SELECT final, (SELECT transaction_id FROM bet WHERE transaction_id > $1::xid8 AND transaction_id < final
       ORDER BY transaction_id OFFSET $2 LIMIT 1) AS cut
     FROM pg_snapshot_xmin(pg_current_snapshot()) AS final`,
    [from, most],
  )
  const { final = from, cut = null } = rows[0] ?? {}
  return { until: cut ?? final, isCut: cut !== null }
}

function countedOf(group: ReturnGroup, { game, setting, theory }: ReturnKind & { readonly theory: number }): Counted {
  const { hour, bets, stakePaise, payoutPaise, stakeSquares, products, payoutSquares } = group
  const residualSquares = payoutSquares - 2 * theory * products + theory * theory * stakeSquares
  return { game, setting, hour, bets, stakePaise, payoutPaise, theoryPaise: theory * stakePaise, residualSquares }
}

async function add(db: Queryable, counted: Counted): Promise<void> {
  const { game, setting, hour, bets, stakePaise, payoutPaise, theoryPaise, residualSquares } = counted
  await db.query(
    `INSERT INTO return_hour AS sums (game, setting, hour, bets, stake_paise, payout_paise, theory_paise, residual_squares)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (game, setting, hour) DO UPDATE SET bets = sums.bets + excluded.bets, stake_paise = sums.stake_paise + excluded.stake_paise,
       payout_paise = sums.payout_paise + excluded.payout_paise, theory_paise = sums.theory_paise + excluded.theory_paise,
       residual_squares = sums.residual_squares + excluded.residual_squares`,
    [game, setting, hour, bets, stakePaise, payoutPaise, theoryPaise, residualSquares],
  )
}

/** What the bets of the hours back from now have paid, a line a kind. */
export async function readReturns(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  { hours, game }: { readonly hours: ReturnsHours; readonly game?: ReturnsGame },
): Promise<Output<typeof getReturns>> {
  const { rows } = await db.query<ReturnKind & ReturnSums>(
    `SELECT game, setting, sum(bets)::bigint AS bets, sum(stake_paise)::bigint AS "stakePaise", sum(payout_paise)::bigint AS "payoutPaise",
       sum(theory_paise) AS "theoryPaise", sum(residual_squares) AS "residualSquares"
     FROM return_hour WHERE hour > $1 AND ($2::text IS NULL OR game = $2) GROUP BY game, setting ORDER BY game, setting`,
    [new Date(clock.now() - Number(hours) * 3_600_000), game ?? null],
  )
  const { rows: counts } = await db.query<{ countedAtMs: number | null }>(
    `SELECT ${msOf('counted_at')} AS "countedAtMs" FROM return_count`,
  )
  const countedAtMs = counts[0]?.countedAtMs ?? null
  return { lines: rows.map(lineOf), countedAt: countedAtMs === null ? null : isoTime(countedAtMs) }
}

function lineOf({ game, setting, ...sums }: ReturnKind & ReturnSums): ReturnLine {
  const { bets, stakePaise, payoutPaise } = sums
  const shown = { game, setting: setting === '' ? null : setting, bets }
  return { ...shown, staked: paise(stakePaise), paid: paise(payoutPaise), ...standingOf(sums) }
}

/** Counts now and then, and says so when a game leaves the band of its theory. */
export function startCountingReturns<Row>(
  ctx: { readonly db: Pool; readonly clock: Clock; readonly log: Logger },
  source: ReturnSource<Row>,
): Loop {
  const alarmed = new Set<string>()
  return startLoop('returns', countEveryMs, ctx.log, async (stopping) => {
    while ((await countReturns(ctx.db, source, ctx.clock)) && !stopping.aborted);
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
