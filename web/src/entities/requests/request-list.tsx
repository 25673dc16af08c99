import { Stack } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import chip from '@kismet/ui/art/chip-100.svg'
import { Button } from '@kismet/ui/controls/button.tsx'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { MoneyRows, Panel } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode, RefObject } from 'react'
import { Fragment, useEffect, useRef } from 'react'
import { QueryState } from '../../core/query-state.tsx'
import type { OwnRequest, OwnRequests } from './own-requests.ts'

/** Scrolls a list into view when a new request stands first. @param newestId undefined until the list is known, null for an empty list */
function useNewestInView(newestId: string | null | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(newestId)
  useEffect(() => {
    if (newestId === undefined) return
    const isNew = before.current !== undefined && before.current !== newestId
    before.current = newestId
    if (isNew) list.current?.scrollIntoView({ block: 'nearest' })
  }, [newestId])
  return list
}

/** How long the decision of a pending request usually takes. */
function usualText(minutes: number): string {
  return minutes < 120 ? t`Usually within ${minutes} minutes.` : t`Usually within ${Math.ceil(minutes / 60)} hours.`
}

/** Own requests with their status, newest first. */
export function RequestList<Request extends OwnRequest>({
  requests,
  title,
  pendingText,
  noneTitle,
  low,
  children,
}: {
  requests: OwnRequests<Request>
  title: string
  /** What happens to a pending request. */
  pendingText: string
  noneTitle: string
  /** Beside other lists. */
  low: boolean
  children: (request: Request) => ReactNode
}): ReactNode {
  const { data, hasMore, isReadingMore, readMore, usualMinutes } = requests
  const list = useNewestInView(data && (data[0]?._id ?? null))
  return (
    <Panel title={title}>
      <QueryState of={requests}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState art={chip} title={noneTitle}>
              {t`Your requests appear here with their status.`}
            </EmptyState>
          ) : (
            <Stack ref={list} gap={4}>
              {!low && known.some(({ status }) => status === 'pending') && (
                <p className={textClass('small', 'muted')}>
                  {pendingText} {usualMinutes !== null && <b>{usualText(usualMinutes)}</b>}
                </p>
              )}
              <MoneyRows low={low}>
                {known.map((request) => (
                  <Fragment key={request._id}>{children(request)}</Fragment>
                ))}
              </MoneyRows>
              {hasMore && (
                <Button kind="quiet" busy={isReadingMore} onClick={readMore}>
                  {t`Show older requests`}
                </Button>
              )}
            </Stack>
          )
        }
      </QueryState>
    </Panel>
  )
}
