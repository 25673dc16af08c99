import type { ReactNode } from 'react'
import { useAsking } from '../live/use-asking.ts'
import { useCountMessagesQuery } from './support-api.ts'

/** How many support messages are open. Null while nobody knows. */
export function OpenMessages({ children }: { children: (open: number | null) => ReactNode }): ReactNode {
  const { data } = useCountMessagesQuery({}, useAsking())
  return children(data?.open ?? null)
}
