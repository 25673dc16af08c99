import { useState } from 'react'
import type { Ticks } from './data-table.tsx'
import type { Listing } from './table.ts'

/**
 * The boxes of the rows of a list. The rows that the list opens with start ticked; rows that arrive later do not.
 * @param keyOf the row and all facts that the tick is for: a row with another key loses the tick
 * @param startsTicked which of the first rows start ticked
 * @param mayTick which rows have a box that works
 */
export function useTicks<Row>(
  { rows, known }: Pick<Listing<Row>, 'rows' | 'known'>,
  keyOf: (row: Row) => string,
  labelOf: (row: Row) => string,
  startsTicked: (row: Row) => boolean = () => true,
  mayTick: (row: Row) => boolean = () => true,
): { ticked: readonly Row[]; ticks: Ticks<Row> } {
  const [on, setOn] = useState<ReadonlySet<string> | null>(null)
  if (on === null && known) setOn(new Set(rows.filter(startsTicked).map(keyOf)))
  const isTicked = (row: Row): boolean => mayTick(row) && on?.has(keyOf(row)) === true
  const open = rows.filter(mayTick)
  const ticked = rows.filter(isTicked)
  const onTick = (row: Row, isOn: boolean): void =>
    setOn(new Set(isOn ? [...(on ?? []), keyOf(row)] : [...(on ?? [])].filter((key) => key !== keyOf(row))))
  const all = {
    ticked: ticked.length === open.length,
    onTick: (isOn: boolean) => setOn(new Set(isOn ? open.map(keyOf) : [])),
    label: `Tick all ${open.length}`,
  }
  return { ticked, ticks: { isTicked, onTick, labelOf, isOff: (row) => !mayTick(row), all } }
}
