import { getAccountStatement } from '@kismet/contracts'
import type { PlayerActor } from '@kismet/test-env/actors'
import { median } from '../tables.ts'

/** What is asked for, always 50 lines. */
export const pages = ['newest', 'Dice', 'win', 'Slots, loss', 'half-way down'] as const
export type Page = (typeof pages)[number]

/** p50 in ms of the player with many lines and of the one with few. */
export interface PageTimes {
  readonly manyMs: number
  readonly fewMs: number
}

const limit = 50
const filters = {
  newest: {},
  Dice: { gameType: 'Dice' },
  win: { result: 'win' },
  'Slots, loss': { gameType: 'Slots', result: 'loss' },
  'half-way down': {},
} as const satisfies Record<Page, object>

/** A player, and where the lower half of the own statement begins. */
export interface Reader {
  readonly player: PlayerActor
  readonly halfWay: string
}

/** Goes through a statement as somebody does who scrolls, to half of its lines. */
export async function readHalfWay(player: PlayerActor, rows: number): Promise<Reader> {
  let cursor: string | undefined
  for (let read = 0; read < rows / 2; read += limit) {
    const page = await player.api.must(getAccountStatement, { limit, ...(cursor === undefined ? {} : { cursor }) })
    if (page.nextCursor === null) throw new Error(`A statement of ${rows} lines ended before its half`)
    cursor = page.nextCursor
  }
  return { player, halfWay: cursor ?? '' }
}

async function askMs({ player, halfWay }: Reader, page: Page): Promise<number> {
  const askedAt = performance.now()
  const from = page === 'half-way down' ? { cursor: halfWay } : {}
  const { statements } = await player.api.must(getAccountStatement, { limit, ...filters[page], ...from })
  if (statements.length === 0) throw new Error(`Nothing stands on the page ${page}`)
  return performance.now() - askedAt
}

/** Asks for a page of both in turns, so that whatever else the machine does is in both. */
export async function measurePage(page: Page, many: Reader, few: Reader, asks: number): Promise<PageTimes> {
  const [ofMany, ofFew]: [number[], number[]] = [[], []]
  for (let ask = 0; ask < asks; ask += 1) {
    ofMany.push(await askMs(many, page))
    ofFew.push(await askMs(few, page))
  }
  return { manyMs: median(ofMany), fewMs: median(ofFew) }
}
