import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { AdminAccount, AdminRole, OrOther } from '@kismet/contracts'
import { totpRules } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Confirm } from '@kismet/ui/feedback/confirm.tsx'
import { ErrorState, SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import KeyRound from 'lucide-react/icons/key-round'
import MonitorX from 'lucide-react/icons/monitor-x'
import ShieldOff from 'lucide-react/icons/shield-off'
import UserCheck from 'lucide-react/icons/user-check'
import UserCog from 'lucide-react/icons/user-cog'
import UserX from 'lucide-react/icons/user-x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { formatDate } from '../../core/format/time.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import {
  useEndAdminSessionsMutation,
  useListAdminSessionsQuery,
  useResetAdminPasswordMutation,
  useResetAdminTotpMutation,
  useSetAdminDisabledMutation,
  useSetAdminRoleMutation,
} from '../../entities/admins/admins-api.ts'
import { SessionList } from '../../entities/admins/session-list.tsx'
import { useChange } from '../../entities/admins/use-change.ts'
import type { GivenPassword } from './first-password.tsx'
import { RoleChoice } from './role-choice.tsx'
import styles from './admins.module.css'

/** A change that is asked about first. */
interface Question {
  readonly title: string
  readonly icon: Glyph
  readonly action: string
  /** The effect of the action on the account. */
  readonly says: string
  readonly go: () => Promise<unknown>
}

interface DetailProps {
  readonly admin: AdminAccount
  readonly nowMs: number
  readonly onPassword: (given: GivenPassword) => void
}

const passwordLost = 'The password may have changed. Reset it again to get one to hand over.'

/** The changes of an account, each with a confirmation. */
function useQuestions({ admin, onPassword }: DetailProps, role: OrOther<AdminRole>) {
  const send = useChange()
  const [setRole] = useSetAdminRoleMutation()
  const [setDisabled] = useSetAdminDisabledMutation()
  const [resetPassword] = useResetAdminPasswordMutation()
  const [resetTotp] = useResetAdminTotpMutation()
  const [endSessions] = useEndAdminSessionsMutation()
  const { _id: id, username } = admin
  const out = `All sessions of ${username} end at once`
  return {
    role: {
      ...{ title: `Make ${username} ${role}?`, icon: UserCog, action: 'Change role' },
      says: `${out}. From the next login on ${username} is ${role}.`,
      go: async () => role !== 'other' && send(setRole({ id, role }), `${username} is ${role} now`),
    },
    disable: {
      ...{ title: `Disable ${username}?`, icon: UserX, action: 'Disable' },
      says: `${out}. ${username} cannot log in until an owner enables the account again.`,
      go: () => send(setDisabled({ id, disabled: true }), `${username} is disabled`),
    },
    enable: {
      ...{ title: `Enable ${username}?`, icon: UserCheck, action: 'Enable' },
      says: `${username} can log in again as ${admin.role}, with the same password.`,
      go: () => send(setDisabled({ id, disabled: false }), `${username} can log in again`),
    },
    password: {
      ...{ title: `Give ${username} a new password?`, icon: KeyRound, action: 'Reset password' },
      says: `${out}. You get a one-time password to hand over. The present password stops working.`,
      go: async () => {
        const sent = resetPassword({ id })
        const data = await send(sent, `${username} has a new password`, passwordLost)
        // The store keeps no password.
        sent.reset()
        if (data) onPassword({ username, password: data.password })
      },
    },
    totp: {
      ...{ title: `Turn two-step login of ${username} off?`, icon: ShieldOff, action: 'Reset' },
      says: `${out}. ${username} can log in with the password alone until two-step login is set up again. The recovery codes stop working.`,
      go: () => send(resetTotp({ id }), `Two-step login of ${username} is off`),
    },
    sessions: {
      ...{ title: `End all sessions of ${username}?`, icon: MonitorX, action: 'End sessions' },
      says: `${out}. ${username} can log in again.`,
      go: () => send(endSessions({ id }), `The sessions of ${username} have ended`),
    },
    one: (sessionId: string) => send(endSessions({ id, sessionId }), 'The session has ended'),
  } satisfies Record<string, Question | ((sessionId: string) => unknown)>
}

function Ask({ question, onClose }: { question: Question; onClose: () => void }): ReactNode {
  const [busy, setBusy] = useState(false)
  const onConfirm = async (): Promise<void> => {
    setBusy(true)
    await question.go()
    onClose()
  }
  const { title, icon, action, says } = question
  return (
    <Confirm title={title} icon={icon} action={action} busy={busy} onConfirm={() => void onConfirm()} onClose={onClose}>
      <p>{says}</p>
    </Confirm>
  )
}

interface SessionsProps {
  readonly id: string
  readonly nowMs: number
  readonly onEnd: (sessionId: string) => unknown
}

function Sessions({ id, nowMs, onEnd }: SessionsProps): ReactNode {
  const result = useListAdminSessionsQuery({ id }, { pollingInterval: personPollMs })
  const { data, error, isFetching, refetch } = result
  if (data)
    return (
      <>
        <StaleNote text="Failed to load the sessions." listing={standingOf(result)} />
        <SessionList sessions={data.sessions} nowMs={nowMs} onEnd={({ _id }) => onEnd(_id)} />
      </>
    )
  if (!error) return <SkeletonBlock heightPx={44} />
  return (
    <ErrorState title="Failed to load the sessions" busy={isFetching} onRetry={() => void refetch()}>
      {errorDetail(asCallError(error))}
    </ErrorState>
  )
}

/** One account: its role, its second step and its sessions, with what an owner can do about them. */
export function AdminDetail(props: DetailProps): ReactNode {
  const { admin, nowMs } = props
  const { _id: id, username, totpSince, recoveryCodesLeft, disabledAt, addedBy } = admin
  const [role, setRole] = useState(admin.role)
  const [asked, setAsked] = useState<Question | null>(null)
  const questions = useQuestions(props, role)
  const isOff = disabledAt !== null
  return (
    <Panel
      title={username}
      note={`added ${formatDate(admin.createdAt)}${addedBy === null ? '' : ` by ${addedBy}`}`}
      end={
        isOff ? (
          <Tag tone="bad" icon={Ban}>
            Disabled
          </Tag>
        ) : (
          <Tag tone="good" icon={CircleCheck}>
            Active
          </Tag>
        )
      }
      foot={
        <div className={styles.ends}>
          <Button icon={MonitorX} disabled={admin.sessions === 0} onClick={() => setAsked(questions.sessions)}>
            End sessions
          </Button>
          <Button
            kind={isOff ? 'outline' : 'danger'}
            icon={isOff ? UserCheck : UserX}
            onClick={() => setAsked(isOff ? questions.enable : questions.disable)}
          >
            {isOff ? 'Enable' : 'Disable'}
          </Button>
        </div>
      }
    >
      <h3 className={styles.part}>Role</h3>
      <RoleChoice role={role} onRole={setRole} />
      <p className={styles.line}>
        <span className="small mute">Sessions end when the role changes.</span>
        <Button disabled={role === admin.role} onClick={() => setAsked(questions.role)}>
          Change role
        </Button>
      </p>
      <h3 className={styles.part}>Login</h3>
      <p className={styles.line}>
        <span>
          {totpSince === null ? 'Two-step login is off' : `Two-step login since ${formatDate(totpSince)}`}
          {totpSince !== null && (
            <small>
              {recoveryCodesLeft} of {totpRules.recoveryCodes} recovery codes left
            </small>
          )}
        </span>
        <Button disabled={totpSince === null} onClick={() => setAsked(questions.totp)}>
          Reset
        </Button>
      </p>
      <p className={styles.line}>
        <span>{admin.mustChangePassword ? 'Has not set a password yet' : 'Has set a password'}</span>
        <Button onClick={() => setAsked(questions.password)}>Reset password</Button>
      </p>
      <h3 className={styles.part}>Sessions</h3>
      <Sessions id={id} nowMs={nowMs} onEnd={questions.one} />
      {asked && <Ask question={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}
