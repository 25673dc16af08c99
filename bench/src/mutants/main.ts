// make mutants: faults that are put in one by one, and whether a test notices. See README.md.
import { parseArgs } from 'node:util'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { table, writeSection } from '../tables.ts'
import { mutants as all } from './all.ts'
import type { Fate, Mutant } from './mutant.ts'
import { Workshop } from './workshop.ts'

/** So long a file of tests may take, where all of them are run at once without a fault. */
const aFileTakesMs = 120_000

const report = (line: string): void => console.log(line)

interface Tried {
  readonly mutant: Mutant
  readonly fate: Fate
}

async function tryAll(workshop: Workshop, mutants: readonly Mutant[]): Promise<Tried[]> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  report('running the tests without a fault')
  if ((await workshop.run(tests, tests.length * aFileTakesMs)) !== 'survived')
    throw new Error('The tests fail without any fault, or take too long')
  const tried: Tried[] = []
  for (const mutant of mutants) {
    const fate = await workshop.try(mutant)
    tried.push({ mutant, fate })
    report(`${String(tried.length).padStart(3)}/${mutants.length} ${fate.padEnd(8)} ${mutant.area}: ${mutant.says}`)
  }
  return tried
}

function isEquivalent({ mutant, fate }: Tried): boolean {
  return fate === 'survived' && mutant.equivalent !== undefined
}

function scoreOf(tried: readonly Tried[]): string {
  const counted = tried.filter((each) => !isEquivalent(each))
  const killed = counted.filter(({ fate }) => fate === 'killed').length
  return `${((100 * killed) / counted.length).toFixed(1)}%`
}

function rowOf(area: string, tried: readonly Tried[]): string[] {
  const count = (fate: Fate) => tried.filter((each) => each.fate === fate).length
  const equivalent = tried.filter(isEquivalent).length
  const numbers = [tried.length, count('killed'), count('survived') - equivalent, equivalent]
  return [area, ...numbers.map(String), scoreOf(tried)]
}

function sectionOf(tried: readonly Tried[]): string {
  const areas = [...Map.groupBy(tried, ({ mutant }) => mutant.area)].map(([area, of]) => rowOf(area, of))
  const rows = [...areas, rowOf('all', tried)]
  const survivors = tried
    .filter((each) => each.fate === 'survived')
    .map(
      ({ mutant: { area, says, equivalent } }) =>
        `- ${area}: ${says}${equivalent === undefined ? '' : ` (equivalent: ${equivalent})`}`,
    )
  return `## Mutants

${table(['area', 'mutants', 'killed', 'survived', 'equivalent', 'score'], rows)}

${survivors.length === 0 ? 'No mutant has survived.' : `Survivors:\n\n${survivors.join('\n')}`}
`
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, write: { type: 'boolean', default: false } },
  })
  const mutants = all.filter(({ area, says }) => `${area}: ${says}`.includes(values.only))
  if (mutants.length === 0) throw new Error('usage: node src/mutants/main.ts [--only TEXT] [--write]')
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  const workshop = await Workshop.open(local.root)
  try {
    const tried = await tryAll(workshop, mutants)
    report(`\n${sectionOf(tried)}`)
    if (values.write) await writeSection(sectionOf(tried))
    if (tried.some(({ fate }) => fate === 'broken')) throw new Error('The table of mutants is out of date: see above')
  } finally {
    await workshop.remove()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
