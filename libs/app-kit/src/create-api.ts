import { buildCreateApi, coreModule, reactHooksModule } from '@reduxjs/toolkit/query/react'
import { useDispatch, useSelector, useStore } from 'react-redux'

/** Internal fields of the library that no page shows. */
const internalFields: ReadonlySet<string> = new Set(['requestId', 'startedTimeStamp', 'endpointName'])

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

/**
 * Whether two states of a call look the same on a page. The start of a call changes only internal fields, so it causes no render. A
 * page with ten queries would render twice before the first answer.
 */
export function looksTheSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  const [before, after] = [fieldsOf(one), fieldsOf(other)]
  if (before === null || after === null) return false
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every(
    (field) =>
      internalFields.has(field) ||
      Object.is(before[field], after[field]) ||
      // The input is missing until the call has begun.
      (field === 'originalArgs' && before[field] === undefined),
  )
}

const useChanged: typeof useSelector = ((selector: (state: unknown) => unknown) =>
  useSelector(selector, looksTheSame)) as typeof useSelector

/** The `createApi` of RTK Query. Its hooks render a component only if a visible field changes. */
export const createApi = buildCreateApi(
  coreModule(),
  reactHooksModule({ hooks: { useDispatch, useSelector: useChanged, useStore } }),
)
