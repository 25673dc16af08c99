import type { Course, LastingGame, LastingRules } from './game.ts'
import type { House } from './house.ts'
import type { Claim, Ending, TakenStep } from './plays.ts'

/** What decides a play with some steps. It knows the seed, so it stays here. */
export function courseOf<Params extends object, Step>(
  { seal }: Pick<House, 'seal'>,
  game: LastingGame<Params, object, Step>,
  claim: Claim,
): (steps: readonly TakenStep[]) => Course<Params, Step> {
  const { clientSeed, nonce, stakePaise } = claim
  const seeds = { serverSeed: seal.seedOf(claim), clientSeed, nonce }
  const params = game.params.parse(claim.params)
  return (steps) => ({ seeds, stakePaise, params, steps: steps.map(({ step }) => game.step.parse(step)) })
}

/**
 * The result of a game that ends by its last step, a cash-out or idleness.
 * @returns undefined when the game does not end like this
 */
export function endBy<Params extends object, Step>(
  by: Ending['by'],
  rules: LastingRules<Params, object, Step>,
  course: Course<Params, Step>,
): Omit<Ending, 'key'> | undefined {
  const end = by === 'step' ? rules.endOf(course) : rules.takenOf(course)
  if (end !== undefined) return { ...end, by, isRefund: false }
  return by === 'idleness' ? { ...rules.refundOf(course), by, isRefund: true } : undefined
}
