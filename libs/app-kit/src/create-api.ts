import { buildCreateApi, coreModule, reactHooksModule } from '@reduxjs/toolkit/query/react'
import { useDispatch, useSelector, useStore } from 'react-redux'

/** What a call is known by inside of the library; no page shows it. */
const unseen: ReadonlySet<string> = new Set(['requestId', 'startedTimeStamp', 'endpointName'])

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

/**
 * Whether two states of a call look the same on a page. That a call has begun of which a hook says from its first render on that it runs, draws nothing again: a page that asks for ten
 * things would be drawn twice before it has any.
 */
export function looksTheSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  const [before, after] = [fieldsOf(one), fieldsOf(other)]
  if (before === null || after === null) return false
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every(
    (field) =>
      unseen.has(field) ||
      Object.is(before[field], after[field]) ||
      // Whose input it is is known once it has begun.
      (field === 'originalArgs' && before[field] === undefined),
  )
}

const useChanged: typeof useSelector = ((selector: (state: unknown) => unknown) =>
  useSelector(selector, looksTheSame)) as typeof useSelector

/** RTK Query's own, whose hooks draw a component again only where there is something else to see. */
export const createApi = buildCreateApi(
  coreModule(),
  reactHooksModule({ hooks: { useDispatch, useSelector: useChanged, useStore } }),
)
