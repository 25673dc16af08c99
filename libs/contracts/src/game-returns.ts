import { z } from 'zod'
import { Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import type { Subject } from './operation.ts'
import { IsoTime, openEnum } from './primitives.ts'

export const ReturnsGame = z.enum(['aviator', 'mines', 'dice', 'slots'])
export type ReturnsGame = z.output<typeof ReturnsGame>

/** The periods of returns until now, in hours: a day, a week, 30 days. */
export const returnsHours = ['24', '168', '720'] as const
export type ReturnsHours = (typeof returnsHours)[number]

/**
 * The actual return against the theory. `few`: too few bets for a verdict. `inside`: within the 95% interval.
 * `outside_95`: outside 95%, within 99%. `alarm`: outside 99%.
 */
export const ReturnVerdict = z.enum(['few', 'inside', 'outside_95', 'alarm'])
export type ReturnVerdict = z.output<typeof ReturnVerdict>

/** The actual and the theoretical return of bets of one kind, in per cent of the stakes. */
export const ReturnLine = z.object({
  /** `setting`: the part of the game that changes its return: a mode of Aviator, `auto` of Mines. */
  game: openEnum(ReturnsGame.options),
  setting: z.string().nullable(),
  bets: z.int().nonnegative(),
  staked: Rupees,
  paid: Rupees,
  theoryPercent: z.number(),
  actualPercent: z.number(),
  /** Of the actual return, from the variance of the payouts of these bets. */
  standardErrorPercent: z.number(),
  verdict: openEnum(ReturnVerdict.options),
})
export type ReturnLine = z.output<typeof ReturnLine>

const subjects = {
  aviator: 'aviator.get-returns',
  mines: 'mines.get-returns',
  dice: 'dice-slots.get-returns',
  slots: 'dice-slots.get-returns',
} as const satisfies Record<ReturnsGame, Subject>

const input = z.object({
  game: ReturnsGame,
  hours: z.enum(returnsHours).default('168'),
})
const output = z.object({
  lines: z.array(ReturnLine),
  /** Bets that ended up to then are counted, give or take those of the newest seconds. Null before the first count. */
  countedAt: IsoTime.nullable(),
})

export const getReturns = operation({
  subject: subjects.dice,
  subjectFor: (wireInput) => {
    const { data } = z.object({ game: ReturnsGame }).safeParse(wireInput)
    return data && subjects[data.game]
  },
  route: {
    method: 'GET',
    path: '/api/admin/returns/:game',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'What a game has paid back in the last 24, 168 or 720 hours, against its theoretical return',
  },
  input,
  output,
  errors: [],
})

/** The same from the service of Mines. */
export const getMinesReturns = operation({
  subject: subjects.mines,
  callers: ['gateway'],
  access: { admin: adminRoles },
  input,
  output,
  errors: [],
})

/** The same from Aviator. */
export const getAviatorReturns = operation({
  subject: subjects.aviator,
  callers: ['gateway'],
  access: { admin: adminRoles },
  input,
  output,
  errors: [],
})
