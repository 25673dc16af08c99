import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import {
  crashPointHundredths,
  drawDice,
  drawMines,
  drawReels,
  minesAutoMultiplierHundredths,
  minesMultiplierHundredths,
  serverSeedHash,
  slotsSymbolAt,
  volatilityDivisors,
} from '../src/index.ts'
import { vectors } from './vectors.ts'

const page = readFileSync(new URL('../../../docs/concepts/fairness.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/^### (.+) by hand\n+```bash\n([^]+?)^```$/gm)].map(([, name = '', lines = '']) => ({
  name,
  lines,
}))
const python = process.env.KISMET_TEST_PYTHON ?? 'python3'
/** No test needs openssl on its machine: what takes the place of a missing one is told the same words. */
const openssl = `command -v openssl >/dev/null || openssl() { '${python}' -c '
import hashlib, hmac, sys
print("SHA2-256(stdin)=", hmac.new(sys.argv[1].encode(), sys.stdin.buffer.read(), hashlib.sha256).hexdigest())' "$4"; }`

/** What the lines of an example print, a text each. */
function printed(lines: string): string[] {
  const text = execFileSync('bash', ['-euo', 'pipefail', '-c', `${openssl}\n${lines}`], { encoding: 'utf8' })
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^.*= | +-$/g, ''))
}

/** The golden vector with the server seed of an example. @throws Error if no vector has this server seed */
function vectorOf<Row extends { readonly serverSeed: string }>(rows: readonly Row[], lines: string): Row {
  const row = rows.find(({ serverSeed }) => lines.startsWith(`seed=${serverSeed}`))
  if (!row) throw new Error('no golden vector has this server seed')
  return row
}

/** What each example comes to by the library, for its golden vector. */
const comesTo: Readonly<Record<string, (lines: string) => string[]>> = {
  'A roll of Dice': (lines) => {
    const row = vectorOf(vectors.dice, lines)
    const keyed = createHmac('sha256', row.serverSeed).update(`${row.clientSeed}:${row.nonce}`).digest('hex')
    return [row.serverSeedHash, keyed, String(drawDice(row))]
  },
  'A spin of Slots': (lines) => {
    const row = vectorOf(vectors.slots, lines)
    const stops = [17, 8, 11]
    expect(stops.map(slotsSymbolAt)).toEqual(drawReels(row))
    return [serverSeedHash(row.serverSeed), stops.join(' ')]
  },
  'A game of Mines': (lines) => {
    const row = vectorOf(vectors.mines, lines)
    const { minesCount } = row
    const mines = drawMines(row, minesCount).join(' ')
    return [serverSeedHash(row.serverSeed), mines, String(minesMultiplierHundredths(minesCount, 2))]
  },
  'A game of Mines auto': (lines) => {
    const row = vectorOf(vectors.mines, lines)
    const { minesCount } = row
    const mines = drawMines(row, minesCount).join(' ')
    return [serverSeedHash(row.serverSeed), mines, String(minesAutoMultiplierHundredths(minesCount, 3))]
  },
  'A round of Aviator': (lines) => {
    const { serverSeed, clientSeed, roundNumber } = vectorOf(vectors.aviatorChain.rounds, lines)
    const seeds = { serverSeed, clientSeed, nonce: roundNumber }
    const number = Number.parseInt(
      createHmac('sha256', serverSeed).update(`${clientSeed}:${roundNumber}`).digest('hex').slice(0, 13),
      16,
    )
    const rest = String(number % volatilityDivisors.normal)
    return [rest, String(crashPointHundredths(seeds, volatilityDivisors.normal)), vectors.aviatorChain.chainEnd]
  },
}

describe('the examples by hand of docs/concepts/fairness.md', () => {
  it('are one of each game', () => {
    expect(examples.map(({ name }) => name)).toEqual(Object.keys(comesTo))
  })

  it.each(examples)('$name comes to what the library says, and its comments say so', ({ name, lines }) => {
    const texts = comesTo[name]?.(lines)
    expect(printed(lines)).toEqual(texts)
    for (const text of texts ?? [])
      expect(lines).toContain(`# ${text.length === 64 ? `${text.slice(0, 8)}...` : text}:`)
  })
})
