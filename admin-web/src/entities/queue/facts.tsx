import type { RequestKind } from '@kismet/contracts'
import { Copied } from '@kismet/ui/controls/copied.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatTimeExact } from '@kismet/ui/format/time.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import Layers from 'lucide-react/icons/layers'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { formatDay } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import { useGetPlayerFundsQuery } from '../players/player-api.ts'
import { AgeTag } from './age-tag.tsx'
import { PlayerHistory, RiskHints } from './insight.tsx'
import type { QueueRequest } from './request.ts'
import styles from './facts.module.css'

const earlierShown = 4

interface OthersProps {
  others: readonly QueueRequest[]
}

/** Other requests of the same player that wait too. */
function OthersWaiting({ others }: OthersProps): ReactNode {
  const waiting = others.filter(({ status }) => status === 'pending')
  if (waiting.length === 0) return null
  return (
    <Notice tone="info" icon={Layers}>
      <b>{waiting.length === 1 ? 'One more request' : `${waiting.length} more requests`} of this player</b>
      <br />
      {waiting
        .slice(0, 3)
        .map(({ amount, createdAt }) => `${formatRupees(amount)} of ${formatDay(createdAt)}`)
        .join(', ')}
      {waiting.length > 3 && ' and more'}
    </Notice>
  )
}

/** Beside what is decided: the sections of what is known of a request. */
export const Facts = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles.facts}>{children}</div>
)

interface AskedProps {
  kind: RequestKind
  request: QueueRequest
  nowMs: number
}

/** When the request came, and how long it has been pending. */
export function Asked({ kind, request: { createdAt, status }, nowMs }: AskedProps): ReactNode {
  return (
    <>
      <dt>Asked</dt>
      <dd>
        {formatTimeExact(createdAt)}
        {status === 'pending' && <AgeTag plain kind={kind} ageMs={nowMs - Date.parse(createdAt)} />}
      </dd>
    </>
  )
}

/** The risk hints of a request. `children`: the checks of its kind. */
export function RiskFacts({ id, others, children }: OthersProps & { id: string; children?: ReactNode }): ReactNode {
  return (
    <section aria-label="Risk hints">
      <h3>Risk hints</h3>
      <RiskHints id={id} />
      {children}
      <OthersWaiting others={others} />
    </section>
  )
}

function Earlier({ others }: OthersProps): ReactNode {
  const decided = others.filter(({ status }) => status !== 'pending').slice(0, earlierShown)
  if (decided.length === 0) return null
  return (
    <ul className={styles.earlier} aria-label="Earlier requests">
      {decided.map(({ _id, createdAt, amount, status }) => (
        <li key={_id}>
          <span>{formatDay(createdAt)}</span>
          <b>{formatRupees(amount)}</b>
          <StatusTag status={status} />
        </li>
      ))}
    </ul>
  )
}

/** The player's current balance, and the amount held for withdrawals. */
function Funds({ player }: { player: string }): ReactNode {
  const { currentData, error } = useGetPlayerFundsQuery({ id: player })
  if (!currentData)
    return error ? <p className={textClass('small', 'mute')}>Balance and held amount are not available.</p> : null
  const { balance, held } = currentData.funds
  return (
    <KeyValues
      variant="lines"
      rows={[
        { name: 'Balance', value: formatRupees(balance) },
        { name: 'Held', value: formatRupees(held) },
      ]}
    />
  )
}

/** Whose request it is, and what that player has asked for before. */
export function PlayerFacts({ request: { _id, user }, others }: { request: QueueRequest } & OthersProps): ReactNode {
  return (
    <section aria-label="Player">
      <h3>Player</h3>
      <Row gap={2} className={classNames(styles.who, textClass('strong'))}>
        <TextLink to={playerPath(user._id)}>{user.email}</TextLink>
        <Copied text={user.email} label="Copy e-mail" />
      </Row>
      <Row gap={2} className={classNames(styles.who, textClass('small', 'mute'))}>
        <span className={textClass('mono')}>{user._id}</span>
        <Copied text={user._id} label="Copy player id" />
      </Row>
      <Funds player={user._id} />
      <PlayerHistory id={_id} />
      <Earlier others={others} />
    </section>
  )
}
