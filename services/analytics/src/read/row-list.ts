import { Refusal } from '@kismet/service-kit/refusal'
import type { AnalyticsDocuments } from '../db/models.ts'
import { everything } from '../domain/lists.ts'
import { pageRows } from '../domain/statement.ts'
import type { RowDocument } from '../domain/statement.ts'
import { pageName } from '../domain/take-entry.ts'

/** One list of a player's lines, read from the newest on, page by page. */
export class RowList {
  readonly #documents: AnalyticsDocuments
  readonly #playerId: string
  readonly #list: string
  /** Read and not given yet, oldest first. */
  #rows: RowDocument[] = []
  #nextPage: number

  private constructor(documents: AnalyticsDocuments, playerId: string, list: string, nextPage: number) {
    this.#documents = documents
    this.#playerId = playerId
    this.#list = list
    this.#nextPage = nextPage
  }

  /**
   * From the newest line on. @param count how many there are as far as it is kept. There may be many more by now: their end is found by strides that grow and are halved
   * again, and not page by page.
   */
  static async fromNewest(
    documents: AnalyticsDocuments,
    playerId: string,
    list: string,
    count: number,
  ): Promise<RowList> {
    const found = new RowList(documents, playerId, list, -1)
    let page = Math.floor(count / pageRows)
    let rows = await found.#read(page)
    // Pages before `page` are full; the one that `stride` reaches may be.
    for (let stride = 1; rows.length === pageRows; stride *= 2) {
      const ahead = await found.#read(page + stride)
      if (ahead.length < pageRows) {
        ;[page, rows] = await found.#lastBetween(page, page + stride, ahead)
        break
      }
      page += stride
    }
    found.#rows = rows
    found.#nextPage = page - 1
    await found.fill()
    return found
  }

  /** The page at which lines end: after a full one, at `end` at the latest. */
  async #lastBetween(full: number, end: number, rowsOfEnd: RowDocument[]): Promise<[number, RowDocument[]]> {
    if (end - full === 1) return [end, rowsOfEnd]
    const middle = Math.floor((full + end) / 2)
    const rows = await this.#read(middle)
    return rows.length === pageRows ? this.#lastBetween(middle, end, rowsOfEnd) : this.#lastBetween(full, middle, rows)
  }

  /** From the line before a place on. Lines have no gaps: where that one is not there, the list's own `place` is another one. */
  static async before(documents: AnalyticsDocuments, playerId: string, list: string, place: number): Promise<RowList> {
    const page = Math.floor((place - 1) / pageRows)
    const found = new RowList(documents, playerId, list, page - 1)
    if (place > 0) found.#rows = (await found.#read(page)).filter((row) => found.#placeOf(row) < place)
    return found
  }

  /** The newest line that is left. */
  get newest(): RowDocument | undefined {
    return this.#rows.at(-1)
  }

  /** The place that all lines which are left stand before. */
  get place(): number {
    return this.newest === undefined ? 0 : this.#placeOf(this.newest) + 1
  }

  /** Goes on to the next line. @returns false when it is not read yet: `fill` does that */
  next(): boolean {
    this.#rows.pop()
    return this.#rows.length > 0
  }

  /** Reads on when all that was read has been given. @throws Refusal `unavailable` where lines are gone that were there: all are being made again */
  async fill(): Promise<void> {
    if (this.#rows.length > 0 || this.#nextPage < 0) return
    this.#rows = await this.#read(this.#nextPage)
    if (this.#rows.length === 0) throw new Refusal('unavailable')
    this.#nextPage -= 1
  }

  async #read(page: number): Promise<RowDocument[]> {
    const name = pageName(this.#playerId, this.#list, page)
    const filter = this.#list === everything ? { page: name } : { kindPage: name }
    const rows = await this.#documents.run((models) => models.rows.collection.find(filter).toArray())
    return rows.sort((a, b) => a.number - b.number)
  }

  #placeOf(row: RowDocument): number {
    return this.#list === everything ? row.number : row.kindNumber
  }
}
