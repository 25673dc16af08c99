import { useState } from 'react'
import type { Ticks } from './data-table.tsx'

/** The boxes of rows, all ticked until the reader changes a box. */
export function useTicks<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  labelOf: (row: Row) => string,
): { ticked: readonly Row[]; ticks: Ticks<Row> } {
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set())
  const isTicked = (row: Row): boolean => !off.has(idOf(row))
  const ticked = rows.filter(isTicked)
  const onTick = (row: Row, isOn: boolean): void =>
    setOff(new Set(isOn ? [...off].filter((id) => id !== idOf(row)) : [...off, idOf(row)]))
  const all = {
    ticked: ticked.length === rows.length,
    onTick: (isOn: boolean) => setOff(new Set(isOn ? [] : rows.map(idOf))),
    label: `Tick all ${rows.length}`,
  }
  return { ticked, ticks: { isTicked, onTick, labelOf, all } }
}
