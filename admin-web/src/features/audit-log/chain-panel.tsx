import type { AuditState, Output, checkAuditLog } from '@kismet/contracts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Check from 'lucide-react/icons/check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { formatRecent } from '../../core/format/time.ts'
import { useServerNow } from '../../core/use-now.ts'
import { useCheckAuditMutation } from './audit-table.tsx'
import type { Standing } from './audit-words.ts'
import { latestOf, standingOf } from './audit-words.ts'
import styles from './audit-page.module.css'

type States = Pick<Output<typeof checkAuditLog>, 'states' | 'silent'>

const looks = {
  unbroken: { tone: 'good', icon: Check },
  broken: { tone: 'bad', icon: CircleX },
  'not known': { tone: 'warn', icon: Hourglass },
} as const satisfies Record<Standing, unknown>

function Chain({ state: { service, head, checkedAt, fault, keptOutside } }: { state: AuditState }): ReactNode {
  return (
    <li>
      <p className={styles.chain}>
        <b>{service}</b>
        <span>{formatCount(head?.sequence ?? 0)} rows</span>
      </p>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault.what}
        </p>
      )}
      {head !== null && (
        <p className={styles.head}>
          <code>{head.hash}</code>
          <CopyButton text={head.hash} label={`Copy the head of ${service}`} />
        </p>
      )}
      <p className={textClass('small', 'mute')}>
        {checkedAt === null ? 'not checked since the start of the service' : `checked ${formatRecent(checkedAt)}`}
        {keptOutside === null
          ? ', no copy of the hash outside of the database'
          : `, hash of row ${formatCount(keptOutside)} also stored outside of the database`}
      </p>
    </li>
  )
}

/** How the chain of each service stands, and its head, to be compared with what is kept elsewhere. */
export function ChainPanel({ listed }: { listed: States }): ReactNode {
  const [check, { data, error, isLoading }] = useCheckAuditMutation()
  const { silent } = listed
  const states = latestOf(listed.states, data?.states ?? [])
  const unverified = data?.silent ?? []
  const standing = standingOf(states, [...silent, ...unverified], useServerNow(60_000))
  const { tone, icon } = looks[standing]
  return (
    <Panel
      title="Chain"
      note={
        <Tag tone={tone} icon={icon}>
          {standing}
        </Tag>
      }
      end={
        <Button busy={isLoading} onClick={() => void check({})}>
          Verify now
        </Button>
      }
    >
      {error !== undefined && (
        <p className={styles.fault} role="alert">
          The chains could not be verified. {errorDetail(asCallError(error))}
        </p>
      )}
      {unverified.length > 0 && (
        <p className={styles.fault} role="alert">
          {unverified.join(', ')} did not answer and was not verified.
        </p>
      )}
      <ul className={styles.chains}>
        {states.map((state) => (
          <Chain key={state.service} state={state} />
        ))}
      </ul>
      {silent.length > 0 && (
        <p className={styles.fault} role="alert">
          {silent.join(', ')} did not answer. Rows of this service are missing here.
        </p>
      )}
      <p className={textClass('small', 'mute')}>
        Rows are never changed or removed. The operator can check them with <code>./kismet audit-verify</code>.
      </p>
    </Panel>
  )
}
