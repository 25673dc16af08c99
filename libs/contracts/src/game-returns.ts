import { z } from 'zod'
import { Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import type { Subject } from './operation.ts'
import { IsoTime, openEnum } from './primitives.ts'

export const ReturnsGame = z.enum(['aviator', 'mines', 'dice', 'slots'])
export type ReturnsGame = z.output<typeof ReturnsGame>

/** The times back from now for which returns are told, in hours: a day, a week, 30 days. */
export const returnsHours = ['24', '168', '720'] as const
export type ReturnsHours = (typeof returnsHours)[number]

/**
 * How a return stands to its theory: `few`: too few bets to say; `inside`: of the band that holds 95 of 100 such times; `outside_95`: of that band, not of the one
 * that holds 99; `alarm`: outside of that one.
 */
export const ReturnVerdict = z.enum(['few', 'inside', 'outside_95', 'alarm'])
export type ReturnVerdict = z.output<typeof ReturnVerdict>

/** What bets of one kind have paid back, against what they should. Per cent of the stakes. */
export const ReturnLine = z.object({
  /** The game, and what of it changes its return: a mode of Aviator, `auto` of Mines. */
  game: openEnum(ReturnsGame.options),
  setting: z.string().nullable(),
  bets: z.int().nonnegative(),
  staked: Rupees,
  paid: Rupees,
  theoryPercent: z.number(),
  actualPercent: z.number(),
  /** Of the actual return, by how the payouts of these very bets scatter about what each should have paid. */
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
