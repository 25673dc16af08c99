import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** No answer to a request has come. What is known is said, and what can be done. */
export function UnclearRequest({ busy }: { busy: boolean }): ReactNode {
  return (
    <Notice tone="warn">
      {busy
        ? t`We could not confirm that your request arrived. We are asking again: it counts once.`
        : t`We could not confirm that your request arrived. If it has, it stands among your requests. Submit it again as it is: the same request counts once.`}
    </Notice>
  )
}
