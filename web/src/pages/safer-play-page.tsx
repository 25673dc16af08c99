import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useAppSelector } from '../core/store.ts'
import { Page } from '../core/page/page.tsx'
import { selectSession } from '../entities/session/session-slice.ts'
import { LimitsPanel } from '../features/safer-play/limits-panel.tsx'
import { OwnFigures } from '../features/safer-play/own-figures.tsx'
import { Pauses } from '../features/safer-play/pauses.tsx'
import { useGetLimitsQuery } from '../features/safer-play/safer-play-api.ts'

/** /safer-play: the own limits, breaks and self-exclusion. */
export function SaferPlayPage(): ReactNode {
  const session = useAppSelector(selectSession)
  const { data, error, isFetching, refetch } = useGetLimitsQuery({}, { refetchOnMountOrArgChange: true })
  return (
    <Page
      intro={t`Limits work on every game and in auto modes. A lower limit starts at once, a higher one after 24 hours.`}
    >
      {!data && error && (
        <ErrorState title={t`Your limits could not be read`} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton />}
      {data && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {data && session && <OwnFigures session={session} limits={data.limits} />}
      {data && <LimitsPanel limits={data.limits} />}
      {data && <Pauses timeOutUntil={data.timeOutUntil} excludedUntil={data.excludedUntil} />}
    </Page>
  )
}
