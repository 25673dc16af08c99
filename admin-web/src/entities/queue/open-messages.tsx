import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import type { ReactNode } from 'react'
import { useCountMessagesQuery } from './support-api.ts'

/** The number of support messages that wait for us. Null while it is unknown. */
export function OpenMessages({ children }: { children: (open: number | null) => ReactNode }): ReactNode {
  const { data } = useCountMessagesQuery({}, usePolling())
  return children(data?.waiting ?? null)
}
