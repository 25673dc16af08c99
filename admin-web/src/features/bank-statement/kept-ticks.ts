import { RiskKind } from '@kismet/contracts'
import { sharedValue } from '@kismet/ui/shared-value.ts'
import { useEffect } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { useAppSelector } from '../../core/store.ts'
import { selectSession } from '../../entities/session/session-slice.ts'
import type { BankMatch } from './bank-api.ts'
import type { MatchTicks } from './match-table.tsx'
import { useAgainstTick } from './request-notes.tsx'

/** A checkbox that the admin has changed. `despite`: the warnings at that time. */
interface Chosen {
  readonly isOn: boolean
  readonly despite: readonly string[]
}

type ByPair<Value> = Readonly<Partial<Record<string, Value>>>
/** A tick belongs to a pair of row and request. Another request for the row is another pair. */
const pairOf = ({ rowId, request }: BankMatch): string => `${rowId} ${request?._id ?? ''}`

interface Kept {
  /** Null until the admin has changed a checkbox. */
  readonly chosen: ByPair<Chosen> | null
  /** All warnings so far. */
  readonly said: ByPair<readonly string[]>
}
const nothing: Kept = { chosen: null, said: {} }

/** The state by statement. It survives the page, and ends with the session. */
const kept = sharedValue<{ session: object | null; byStatement: Readonly<Partial<Record<string, Kept>>> }>({
  session: null,
  byStatement: {},
})

function useKept(statementId: string): [Kept, (change: Partial<Kept>) => void] {
  const session = useAppSelector(selectSession)
  kept.use()
  const all = () => (kept.now().session === session ? kept.now().byStatement : {})
  const keep = (change: Partial<Kept>): void =>
    kept.set({ session, byStatement: { ...all(), [statementId]: { ...nothing, ...all()[statementId], ...change } } })
  return [all()[statementId] ?? nothing, keep]
}

/**
 * The ticked rows of a statement: all rows without a warning. A new warning removes a tick, and its end does not restore the tick.
 * After the admin has changed a checkbox, rows that arrive later start without a tick.
 */
export function useTicks(
  statementId: string,
  rows: readonly BankMatch[],
): { ticked: readonly BankMatch[]; ticks: MatchTicks } {
  const [{ chosen, said }, keep] = useKept(statementId)
  const againstTick = useAgainstTick()
  const saidOf = (match: BankMatch): readonly string[] => [
    ...new Set([...(said[pairOf(match)] ?? []), ...againstTick(match)]),
  ]
  useEffect(() => {
    const news = rows
      .map((match) => [pairOf(match), saidOf(match)] as const)
      .filter(([pair, all]) => all.length > (said[pair]?.length ?? 0))
    if (news.length > 0) keep({ said: { ...said, ...Object.fromEntries(news) } })
  })
  const isTicked = (match: BankMatch): boolean => {
    const box = chosen === null ? { isOn: true, despite: [] } : chosen[pairOf(match)]
    return box?.isOn === true && saidOf(match).every((one) => box.despite.includes(one))
  }
  /** Why a checkbox has lost its tick, after the warning has ended. */
  const untickedBy = (match: BankMatch): string | null => {
    const despite = chosen?.[pairOf(match)]?.despite ?? []
    const past = saidOf(match).filter((one) => !despite.includes(one) && !againstTick(match).includes(one))
    const isHint = (one: string): boolean => RiskKind.safeParse(one).success
    if (past.length === 0) return null
    return `not ticked: ${past.map((one) => (isHint(one) ? 'had a risk hint' : `${one} had claimed it`)).join(', ')}`
  }
  const boxOf = (match: BankMatch, isOn: boolean): Chosen => ({ isOn, despite: saidOf(match) })
  const allBy = (ticks: (match: BankMatch) => boolean): ByPair<Chosen> => ({
    // Also rows that are not in the list now.
    ...chosen,
    ...Object.fromEntries(rows.map((match) => [pairOf(match), boxOf(match, ticks(match))])),
  })
  const ticked = rows.filter(isTicked)
  const label = `Tick all ${formatCount(rows.length)}`
  return {
    ticked,
    ticks: {
      isTicked,
      noteOf: (match) => (chosen !== null && chosen[pairOf(match)] === undefined ? 'new' : untickedBy(match)),
      onTick: (match, isOn) =>
        keep({ chosen: { ...(chosen ?? allBy(isTicked)), [pairOf(match)]: boxOf(match, isOn) } }),
      all: { ticked: ticked.length === rows.length, onTick: (all) => keep({ chosen: allBy(() => all) }), label },
    },
  }
}
