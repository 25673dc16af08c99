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
   * From the newest line on.
   * @param count the saved number of lines. There are more lines since the last step: a few pages.
   */
  static async fromNewest(
    documents: AnalyticsDocuments,
    playerId: string,
    list: string,
    count: number,
  ): Promise<RowList> {
    let page = Math.floor(count / pageRows)
    const found = new RowList(documents, playerId, list, page - 1)
    let rows = await found.#read(page)
    while (rows.length > 0) {
      found.#rows = rows
      found.#nextPage = page - 1
      if (rows.length < pageRows) break
      page += 1
      rows = await found.#read(page)
    }
    await found.fill()
    return found
  }

  /** From the line before a place on. Lines have no gaps. Without this line, the `place` of the list is another one. */
  static async before(documents: AnalyticsDocuments, playerId: string, list: string, place: number): Promise<RowList> {
    const page = Math.floor((place - 1) / pageRows)
    const found = new RowList(documents, playerId, list, page - 1)
    if (place > 0) found.#rows = (await found.#read(page)).filter((row) => found.#placeOf(row) < place)
    return found
  }

  /** The newest line that was not given. */
  get newest(): RowDocument | undefined {
    return this.#rows.at(-1)
  }

  /** The place behind the newest line that was not given. */
  get place(): number {
    return this.newest === undefined ? 0 : this.#placeOf(this.newest) + 1
  }

  /** Goes on to the next line. @returns false when `fill` must read the line first */
  next(): boolean {
    this.#rows.pop()
    return this.#rows.length > 0
  }

  /** Reads the next page when it is needed. @throws Refusal `unavailable` when lines are gone, because a rebuild runs */
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
