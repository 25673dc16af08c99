import { asCallError } from '@kismet/app-kit/call-error.ts'
import { endOtherSessions, endOwnSession, limits } from '@kismet/contracts'
import type { getOwnAccount, Output } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatTime } from '@kismet/ui/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { plural, t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { failureShown } from '../../entities/notices/notices-slice.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import styles from './account.module.css'

type OwnSession = Output<typeof getOwnAccount>['sessions'][number]

const useEndOne = mutationHook(endOwnSession)
const useEndOthers = mutationHook(endOtherSessions)

/** As high as this one. */
const rowsOfSession = 3
const idleMinutes = limits.session.inactivityMs / 60_000
const lifetimeHours = limits.session.lifetimeMs / 3_600_000

function Row({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }): ReactNode {
  const { device, startedAt, lastActiveAt, isThis } = session
  const name = device ?? t`Unknown device`
  return (
    <li className={classNames(isThis && styles.this)}>
      <Icon of={/Android|iPhone|iPad/.test(name) ? Smartphone : Monitor} />
      <div>
        <p className={styles.device}>{name}</p>
        <p className={textClass('key')}>
          {isThis ? t`Since ${formatTime(startedAt)} · now` : t`Last seen ${formatTime(lastActiveAt)}`}
        </p>
      </div>
      {isThis ? (
        <Tag tone="good" icon={Check}>{t`This device`}</Tag>
      ) : (
        <Button busy={busy} onClick={onEnd} aria-label={t`End the session on ${name}`}>
          {t({ message: 'End', context: 'session' })}
        </Button>
      )}
    </li>
  )
}

/** The player's sessions, each with a button to end it; undefined while they load. `onChanged` reloads them after each answer. */
export function SessionsPanel({
  sessions,
  onChanged,
}: {
  sessions: readonly OwnSession[] | undefined
  onChanged: () => void
}): ReactNode {
  const dispatch = useAppDispatch()
  const [endOne, one] = useEndOne()
  const [endOthers, others] = useEndOthers()
  const ended = async (answer: Promise<{ error?: Parameters<typeof asCallError>[0] | undefined }>): Promise<void> => {
    const { error } = await answer
    const failed = error && asCallError(error)
    // One that has ended by itself meanwhile is what was asked for.
    if (failed && failed.code !== 'not_found')
      dispatch(failureShown(error, (why) => toastErrorText(why, t`That could not be done. Please try again.`)))
    onChanged()
  }
  const length = sessions?.length ?? 0
  return (
    <Panel
      title={t`Your sessions`}
      end={sessions && <Tag>{plural(length, { one: '# session', other: '# sessions' })}</Tag>}
    >
      {sessions ? (
        <ul className={styles.devices}>
          {sessions.map((session) => (
            <Row
              key={session.sessionId}
              session={session}
              busy={one.isLoading && one.originalArgs?.sessionId === session.sessionId}
              onEnd={() => void ended(endOne({ sessionId: session.sessionId }))}
            />
          ))}
        </ul>
      ) : (
        <Skeleton rows={rowsOfSession} />
      )}
      {length > 1 && (
        <Button kind="quiet" busy={others.isLoading} onClick={() => void ended(endOthers({}))}>
          {t`End all others`}
        </Button>
      )}
      <p className={textClass('key', !sessions && 'unknown')}>
        {t`A session ends ${idleMinutes} minutes after your last action, and after ${lifetimeHours} hours at the latest. We do not store locations.`}
      </p>
    </Panel>
  )
}
