import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { RequestKind } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import ChevronRight from 'lucide-react/icons/chevron-right'
import MailX from 'lucide-react/icons/mail-x'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import QrCode from 'lucide-react/icons/qr-code'
import Scale from 'lucide-react/icons/scale'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../core/format/amount.tsx'
import { paths } from '../../core/paths.ts'
import { WaitingCorrections } from '../../entities/ledger/waiting-corrections.tsx'
import { LiveBadge } from '../../entities/live/live-badge.tsx'
import type { Awaited } from '../../entities/queue/age-tag.tsx'
import { AgeTag } from '../../entities/queue/age-tag.tsx'
import type { QueueRequest } from '../../entities/queue/request.ts'
import { useCountMessagesQuery } from '../../entities/queue/support-api.ts'
import { currentClaim } from '../../entities/queue/use-claim.ts'
import { useOwnersGetNoMails } from '../../entities/site/owner-mails-notice.tsx'
import { WaitingProposals } from '../../entities/site/waiting-proposals.tsx'
import type { Proposals } from '../../entities/site/waiting-proposals.tsx'
import { formatMinute } from '../../core/format/time.ts'
import { useServerNow } from '../../core/use-now.ts'
import styles from './overview.module.css'
import { useQueues } from './use-queues.ts'
import type { Queue } from './use-queues.ts'

interface WaitingRowProps {
  icon: Glyph
  name: string
  to: string
  note: ReactNode
  /** Undefined while it is unknown; null for a row without a count. */
  count: number | null | undefined
  age: ReactNode
}

function WaitingRow({ icon, name, to, note, count, age }: WaitingRowProps): ReactNode {
  return (
    <li>
      <Link to={to}>
        <Icon of={icon} />
        <span>
          <b>{name}</b>
          <small className={textClass('mute')}>{note}</small>
        </span>
        <span className={styles.count}>
          {count !== null && <b>{count === undefined ? '-' : formatCount(count)}</b>}
          {age}
        </span>
        <Icon of={ChevronRight} size="s" />
      </Link>
    </li>
  )
}

/** Who else is at some of the requests, and what waits for a second admin. */
function handlingOf(requests: readonly QueueRequest[], nowMs: number): string {
  const claims = requests.flatMap((request) => currentClaim(request, nowMs) ?? [])
  const names = new Set(claims.map(({ by }) => by))
  const seconds = requests.filter(({ firstApproval }) => firstApproval !== null).length
  return [
    ...(claims.length === 0
      ? []
      : [` · ${claims.length} ${names.size === 1 ? `with ${[...names].join('')}` : 'claimed'}`]),
    ...(seconds === 0 ? [] : [` · ${seconds} second approval`]),
  ].join('')
}

/** The sum of one queue. After a failed refresh the last numbers stay, marked as stale. */
function noteOf({ requests, pending, isFailed, withoutRowToday }: Queue, nowMs: number): string {
  if (requests === undefined || pending === undefined) return isFailed ? 'unknown: payments does not answer' : 'loading'
  const sum = requests.reduce((all, { amount }) => all + amount, 0)
  const isWhole = requests.length === pending
  const alone = withoutRowToday === 0 ? '' : ` · ${withoutRowToday} approved without a bank row today`
  return `${isFailed ? 'stale: ' : ''}${isWhole ? '' : 'the oldest '}${formatRupees(sum)}${handlingOf(requests, nowMs)}${alone}`
}

/** The waiting time of the oldest request. */
function Oldest({ kind, since, nowMs }: { kind: Awaited; since: string; nowMs: number }): ReactNode {
  return (
    <>
      <span className={textClass('sr')}>, oldest </span>
      <AgeTag kind={kind} ageMs={nowMs - Date.parse(since)} />
    </>
  )
}

const queueLinks = {
  deposit: { icon: ArrowDownToLine, name: 'Deposits', to: paths.deposits },
  withdrawal: { icon: ArrowUpFromLine, name: 'Withdrawals', to: paths.withdrawals },
} as const

function QueueRow({ kind, queue, nowMs }: { kind: RequestKind; queue: Queue; nowMs: number }): ReactNode {
  const oldest = queue.requests?.[0]
  return (
    <WaitingRow
      {...queueLinks[kind]}
      note={noteOf(queue, nowMs)}
      count={queue.pending}
      age={oldest && <Oldest kind={kind} since={oldest.createdAt} nowMs={nowMs} />}
    />
  )
}

function SupportRow({ nowMs }: { nowMs: number }): ReactNode {
  const { data, error } = useCountMessagesQuery({})
  const known = data && `${formatCount(data.waiting)} OPEN`
  return (
    <WaitingRow
      icon={MessageSquareText}
      name="Support"
      to={paths.support}
      note={error ? (known ? `stale: ${known}` : 'unknown: support does not answer') : (known ?? 'loading')}
      count={data?.waiting}
      age={data?.oldestAt && <Oldest kind="message" since={data.oldestAt} nowMs={nowMs} />}
    />
  )
}

/** Corrections of other admins. On most days no correction waits, and the row is absent. */
function CorrectionsRow({ count }: { count: number | null }): ReactNode {
  if (count === null || count === 0) return null
  const name = 'Corrections'
  return <WaitingRow icon={Scale} {...{ name, count }} to={paths.ledger} note="proposed by another admin" age={null} />
}

/** Changes of payment settings. On most days no change waits, and the row is absent. */
function ProposalsRow({ waiting }: { waiting: Proposals | null }): ReactNode {
  if (waiting === null || waiting.firstAt === null) return null
  const note = `takes effect ${formatMinute(waiting.firstAt)}, or when another owner confirms it`
  return (
    <WaitingRow
      icon={QrCode}
      name="Payment settings"
      to={paths.qrSettings}
      {...{ note, count: waiting.count }}
      age={null}
    />
  )
}

/** Shown when no address of an owner is set. */
function OwnerMailsRow(): ReactNode {
  if (!useOwnersGetNoMails()) return null
  const note = 'alerts and changes of settings are only in the log'
  const tag = <Tag tone="bad">no address</Tag>
  return <WaitingRow icon={MailX} name="Owner mails" to={paths.reports} {...{ note, count: null, age: tag }} />
}

/** The size and age of each queue. A queue whose service does not answer has a note, and the other queues stay. */
export function WaitingPanel(): ReactNode {
  const queues = useQueues()
  const nowMs = useServerNow(1_000)
  return (
    <Panel
      title="Waiting for you"
      end={<LiveBadge />}
      flush
      foot="Deposits are amber from 5 minutes and red from 15, withdrawals from 15 and 30, messages amber from 60."
    >
      <ul className={styles.desks}>
        <QueueRow kind="deposit" queue={queues.deposit} nowMs={nowMs} />
        <QueueRow kind="withdrawal" queue={queues.withdrawal} nowMs={nowMs} />
        <SupportRow nowMs={nowMs} />
        <WaitingProposals>{(waiting) => <ProposalsRow waiting={waiting} />}</WaitingProposals>
        <WaitingCorrections>{(count) => <CorrectionsRow count={count} />}</WaitingCorrections>
        <OwnerMailsRow />
      </ul>
    </Panel>
  )
}
