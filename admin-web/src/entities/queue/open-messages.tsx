import { pollMs, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import type { ReactNode } from 'react'
import { useAppSelector } from '../../core/store.ts'
import { useCountMessagesQuery } from './support-api.ts'

/** How many support messages are open: by news, and asked for now and then, because news can be lost. Null while nobody knows. */
export function OpenMessages({ children }: { children: (open: number | null) => ReactNode }): ReactNode {
  const isUp = useAppSelector(selectIsUp)
  const { data } = useCountMessagesQuery({}, { pollingInterval: isUp ? pollMs.live : pollMs.away })
  return children(data?.open ?? null)
}
