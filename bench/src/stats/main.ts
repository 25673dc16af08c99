import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { table, writeSection } from '../tables.ts'
import { aviatorMeasures, biasMeasures, diceMeasures, minesMeasures, slotsMeasures } from './measures.ts'
import type { Measure } from './measures.ts'

/** Chance passes it once in 15,000 runs of this program; a bias of a thousandth is far beyond. */
const mostDeviate = 4.75

const { values } = parseArgs({
  options: {
    draws: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: randomBytes(16).toString('hex') },
    write: { type: 'boolean', default: false },
  },
})
const draws = Number(values.draws)
if (!Number.isInteger(draws) || draws < 100_000 || draws > 1_000_000_000)
  throw new Error('usage: node src/stats/main.ts [--draws 1000000 (100,000 or more)] [--seed TEXT] [--write]')

const { ours, naive } = biasMeasures(values.seed, draws)
const measures = [
  ...diceMeasures(values.seed, draws),
  ...slotsMeasures(values.seed, draws),
  ...minesMeasures(values.seed, draws),
  ...aviatorMeasures(values.seed, draws),
  ours,
]
const isFair = ({ deviate }: Measure) => Math.abs(deviate) <= mostDeviate
const rowOf = (measure: Measure) => [
  ...[measure.game, measure.what, measure.measured, measure.expected],
  ...[measure.deviate.toFixed(2), isFair(measure) ? 'yes' : 'NO'],
]
const shown = table(['game', 'what', 'measured', 'expected', 'deviation', 'fair'], measures.map(rowOf))
console.log(shown)
const section = `## Statistics of the games

${draws.toLocaleString('en')} bets of each game and setting, seed \`${values.seed}\`. Limit: ${mostDeviate} standard deviations.
The modulo bias of a naive draw, for comparison: ${naive.deviate.toFixed(0)} standard deviations.

${shown}
`
if (values.write) {
  await writeSection(section)
  console.log('written to docs/internals/benchmarks.md')
}
const unfair = measures.filter((measure) => !isFair(measure))
if (isFair(naive)) throw new Error('The measure does not see a bias that is there: nothing of this means anything.')
if (unfair.length > 0)
  console.error(`${unfair.length} not as they should be. Again with the same numbers: --seed ${values.seed}`)
process.exitCode = unfair.length > 0 ? 1 : 0
