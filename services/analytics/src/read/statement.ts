import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { listsFor } from '../domain/lists.ts'
import type { Filters } from '../domain/lists.ts'
import type { RowDocument } from '../domain/statement.ts'
import { findHead } from '../ingest/store.ts'
import { RowList } from './row-list.ts'
import { readEpoch, wholeEpoch } from './whole.ts'

/** A player's statement, newest line first. It merges the lists that the filter selects. */
export class Statement {
  readonly #ctx: Pick<Context, 'documents'>
  readonly #epoch: string
  readonly #lists: readonly RowList[]
  readonly #since: string

  private constructor(ctx: Pick<Context, 'documents'>, epoch: string, lists: readonly RowList[], since: string) {
    this.#ctx = ctx
    this.#epoch = epoch
    this.#lists = lists
    this.#since = since
  }

  /**
   * @param from `cursor` is the end of an earlier page with the same filter. `since` is the date of
   * the oldest line.
   * @throws Refusal `invalid_request` for an invalid cursor, `unavailable`
   */
  static async open(
    ctx: Pick<Context, 'documents' | 'clock' | 'freshness'>,
    playerId: string,
    filters: Filters,
    { cursor, since = '' }: { readonly cursor?: string | undefined; readonly since?: string } = {},
  ): Promise<Statement> {
    const { documents } = ctx
    const lists = listsFor(filters)
    const places = cursor === undefined ? undefined : placesOf(cursor, lists.length)
    const epoch = await wholeEpoch(ctx)
    const head = places === undefined ? await findHead(documents, epoch, playerId) : null
    const opened = lists.map((list, index) =>
      places === undefined
        ? RowList.fromNewest(documents, playerId, list, head?.counts[list] ?? 0)
        : RowList.before(documents, playerId, list, places[index] ?? 0),
    )
    const statement = new Statement(ctx, epoch, await Promise.all(opened), since)
    if (places !== undefined) await statement.#requirePlaces(places)
    return statement
  }

  /** A cursor names lines that existed. If they are missing, the cursor is invalid or a rebuild has started. */
  async #requirePlaces(places: readonly number[]): Promise<void> {
    if (this.#lists.every(({ place }, index) => place === places[index])) return
    await this.requireWhole()
    throw new Refusal('invalid_request', 'cursor is not valid.')
  }

  async take(limit: number): Promise<RowDocument[]> {
    const rows: RowDocument[] = []
    while (rows.length < limit) {
      const list = this.#newestList()
      if (list?.newest === undefined) break
      rows.push(list.newest)
      if (!list.next()) await list.fill()
    }
    return rows
  }

  /**
   * Long readers call this at their end.
   * @throws Refusal `unavailable` when a rebuild has started since the opening, because lines may be missing
   */
  async requireWhole(): Promise<void> {
    if ((await readEpoch(this.#ctx)) !== this.#epoch) throw new Refusal('unavailable')
  }

  /** The cursor of the next page; null at the end. */
  get cursor(): string | null {
    return this.#newestList() === undefined ? null : this.#lists.map(({ place }) => place).join('-')
  }

  #newestList(): RowList | undefined {
    let newest: RowList | undefined
    for (const list of this.#lists)
      if (list.newest !== undefined && list.newest.number > (newest?.newest?.number ?? -1)) newest = list
    return newest?.newest !== undefined && newest.newest.date >= this.#since ? newest : undefined
  }
}

function placesOf(cursor: string, lists: number): number[] {
  if (!/^\d{1,9}(-\d{1,9})*$/.test(cursor)) throw new Refusal('invalid_request', 'cursor is not valid.')
  const places = cursor.split('-').map(Number)
  if (places.length !== lists) throw new Refusal('invalid_request', 'cursor belongs to another filter.')
  return places
}
