import type { CallError } from '@kismet/app-kit/call-error.ts'
import type { SerializedError } from '@reduxjs/toolkit'
import type { Charts } from '../../entities/watch/watch-api.ts'
import { useGetChartsQuery } from '../../entities/watch/watch-api.ts'

/** Figures of a day that goes on are read anew once in a while. */
const pollMs = 30_000

/** The day as it was told last, absent while it never was; `error` when the last answer did not come. */
interface Day {
  readonly data?: Charts | undefined
  readonly error?: CallError | SerializedError | undefined
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Today by the hour, and yesterday beside it: one read for all parts of the dashboard. */
export function useDay(): Day {
  return useGetChartsQuery({ period: 'today' }, { pollingInterval: pollMs })
}
