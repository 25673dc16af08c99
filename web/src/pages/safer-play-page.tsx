import { textClass } from '@kismet/ui/class-names.ts'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useAppSelector } from '../core/store.ts'
import { Page } from '../core/page/page.tsx'
import { useBalanceFollowed } from '../entities/balance/use-balance-followed.ts'
import { selectSession } from '../entities/session/session-slice.ts'
import { LimitsPanel } from '../features/safer-play/limits-panel.tsx'
import { figuresHeightPx, OwnFigures } from '../features/safer-play/own-figures.tsx'
import { Pauses } from '../features/safer-play/pauses.tsx'
import { useGetLimitsQuery } from '../features/safer-play/safer-play-api.ts'

/** /safer-play: the own limits, breaks and self-exclusion. */
export function SaferPlayPage(): ReactNode {
  const session = useAppSelector(selectSession)
  const { data, error, isFetching, refetch } = useGetLimitsQuery({}, { refetchOnMountOrArgChange: true })
  useBalanceFollowed({ isFetching, error, refetch })
  const isWaiting = !data && !error
  return (
    <Page
      intro={t`Limits apply to every game and to auto modes. A lower limit starts now, a higher one after 24 hours.`}
    >
      {!data && error && (
        <ErrorState title={t`Your limits could not be loaded`} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {data && session && <OwnFigures session={session} limits={data.limits} />}
      {isWaiting && <SkeletonBlock heightPx={figuresHeightPx} />}
      {(data !== undefined || isWaiting) && <LimitsPanel limits={data?.limits} />}
      {(data !== undefined || isWaiting) && (
        // A pause that goes on is not left out while it is not known.
        <div className={textClass(isWaiting && 'unknown')}>
          <Pauses timeOutUntil={data?.timeOutUntil ?? null} excludedUntil={data?.excludedUntil ?? null} />
        </div>
      )}
    </Page>
  )
}
