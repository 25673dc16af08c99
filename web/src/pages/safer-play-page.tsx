import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useAppSelector } from '../core/store.ts'
import { QueryState } from '../core/query-state.tsx'
import { Page } from '../core/page/page.tsx'
import { selectSession } from '../entities/session/session-slice.ts'
import { LimitsPanel } from '../features/safer-play/limits-panel.tsx'
import { figuresHeightPx, OwnFigures } from '../features/safer-play/own-figures.tsx'
import { Pauses } from '../features/safer-play/pauses.tsx'
import { useSaferPlay } from '../features/safer-play/use-safer-play.ts'

/** /safer-play: the own limits, breaks and self-exclusion. */
export function SaferPlayPage(): ReactNode {
  const session = useAppSelector(selectSession)
  const fallback = (
    <>
      <SkeletonBlock heightPx={figuresHeightPx} />
      <LimitsPanel limits={undefined} />
      {/* A pause that goes on is not left out while it is not known. */}
      <div className={textClass('unknown')}>
        <Pauses timeOutUntil={null} excludedUntil={null} />
      </div>
    </>
  )
  return (
    <Page
      intro={t`Limits apply to every game and to auto modes. A lower limit starts now, a higher one after 24 hours.`}
    >
      <QueryState of={useSaferPlay()} failed={t`Your limits could not be loaded`} fallback={fallback}>
        {({ limits, timeOutUntil, excludedUntil }) => (
          <>
            {session && <OwnFigures session={session} limits={limits} />}
            <LimitsPanel limits={limits} />
            <div>
              <Pauses timeOutUntil={timeOutUntil} excludedUntil={excludedUntil} />
            </div>
          </>
        )}
      </QueryState>
    </Page>
  )
}
