import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import type { RequestKind } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { paths } from '../../core/paths.ts'
import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import { useGetPendingCountQuery } from '../../entities/queue/pending-counts.ts'
import styles from './queue-count.module.css'

/** How many requests wait, beside the page that answers them. */
function QueueCount({ count, className }: { count: number | null; className?: string | undefined }): ReactNode {
  if (count === null || count === 0) return null
  return (
    <span className={classNames(styles.count, className)}>
      {count > 999 ? '999+' : count}
      <span className={textClass('sr')}> waiting</span>
    </span>
  )
}

/** Keeps the count of a queue fresh while the shell is on the page. Each draws itself: what becomes of a question is no reason to draw all of the menus anew. */
function PendingCount({ kind, className }: { kind: RequestKind; className: string | undefined }): ReactNode {
  const { count } = useGetPendingCountQuery(kind, {
    ...usePolling(),
    selectFromResult: ({ data }) => ({ count: data?.pending ?? null }),
  })
  return <QueueCount count={count} className={className} />
}

const kinds: Readonly<Partial<Record<string, RequestKind>>> = {
  [paths.deposits]: 'deposit',
  [paths.withdrawals]: 'withdrawal',
}

const OpenMessages = lazyPart(() => import('../../entities/queue/open-messages.tsx').then((code) => code.OpenMessages))

const WaitingCorrections = lazyPart(() =>
  import('../../entities/ledger/waiting-corrections.tsx').then((code) => code.WaitingCorrections),
)

const WaitingProposals = lazyPart(() =>
  import('../../entities/site/waiting-proposals.tsx').then((code) => code.WaitingProposals),
)

/** What waits on a page of the menu. */
export function PageCount({ path, className }: { path: string; className: string | undefined }): ReactNode {
  const kind = kinds[path]
  if (kind !== undefined) return <PendingCount kind={kind} className={className} />
  const draw = (count: number | null): ReactNode => <QueueCount count={count} className={className} />
  if (path === paths.ledger) return <WaitingCorrections>{draw}</WaitingCorrections>
  if (path === paths.qrSettings) return <WaitingProposals>{(waiting) => draw(waiting?.count ?? null)}</WaitingProposals>
  return path === paths.support && <OpenMessages>{draw}</OpenMessages>
}
