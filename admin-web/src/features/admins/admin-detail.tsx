import type { AdminAccount, AdminRole, OrOther } from '@kismet/contracts'
import {
  endAdminSessions,
  resetAdminPassword,
  resetAdminTotp,
  setAdminDisabled,
  setAdminRole,
  totpRules,
} from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
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
import { formatDate } from '../../core/format/time.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useListAdminSessionsQuery } from '../../entities/admins/admins-api.ts'
import { SessionList } from '../../entities/admins/session-list.tsx'
import { useChange } from '../../entities/notices/use-change.ts'
import { showFirstPassword } from './first-password.tsx'
import { RoleChoice } from './role-choice.tsx'
import styles from './admins.module.css'

const passwordLost = 'The password may have changed. Reset it again to get one to hand over.'

/** The changes of an account: questions, and functions that ask or send. */
function useChanges(admin: AdminAccount, role: OrOther<AdminRole>) {
  const change = useChange('Admins')
  const { _id: id, username } = admin
  const out = `All sessions of ${username} end at once`
  return {
    role: {
      ...{ title: `Make ${username} ${role}?`, icon: UserCog, action: 'Change role' },
      body: `${out}. From the next login on ${username} is ${role}.`,
      run: async () => role !== 'other' && change(setAdminRole, { id, role }, `${username} is ${role} now`),
    },
    disable: {
      ...{ title: `Disable ${username}?`, icon: UserX, action: 'Disable', isDangerous: true },
      body: `${out}. ${username} cannot log in until an owner enables the account again.`,
      run: () => change(setAdminDisabled, { id, disabled: true }, `${username} is disabled`),
    },
    enable: {
      ...{ title: `Enable ${username}?`, icon: UserCheck, action: 'Enable' },
      body: `${username} can log in again as ${admin.role}, with the same password.`,
      run: () => change(setAdminDisabled, { id, disabled: false }, `${username} can log in again`),
    },
    totp: {
      ...{ title: `Turn two-step login of ${username} off?`, icon: ShieldOff, action: 'Reset', isDangerous: true },
      body: `${out}. ${username} can log in with the password alone until two-step login is set up again. The recovery codes stop working.`,
      run: () => change(resetAdminTotp, { id }, `Two-step login of ${username} is off`),
    },
    sessions: {
      ...{ title: `End all sessions of ${username}?`, icon: MonitorX, action: 'End sessions', isDangerous: true },
      body: `${out}. ${username} can log in again.`,
      run: () => change(endAdminSessions, { id }, `The sessions of ${username} have ended`),
    },
    password: async (): Promise<void> => {
      const given: { password?: string | undefined } = {}
      await confirm({
        ...{ title: `Give ${username} a new password?`, icon: KeyRound, action: 'Reset password' },
        body: `${out}. You get a one-time password to hand over. The present password stops working.`,
        run: async () => {
          const done = `${username} has a new password`
          given.password = (await change(resetAdminPassword, { id }, done, passwordLost))?.password
        },
      })
      if (given.password !== undefined) showFirstPassword(username, given.password)
    },
    one: (sessionId: string) => change(endAdminSessions, { id, sessionId }, 'The session has ended'),
  }
}

interface SessionsProps {
  readonly id: string
  readonly nowMs: number
  readonly onEnd: (sessionId: string) => unknown
}

function Sessions({ id, nowMs, onEnd }: SessionsProps): ReactNode {
  const result = useListAdminSessionsQuery({ id }, { pollingInterval: personPollMs })
  return (
    <QueryState what="the sessions" result={result} fallback={<SkeletonBlock heightPx={44} />}>
      {({ sessions }) => <SessionList sessions={sessions} nowMs={nowMs} onEnd={({ _id }) => onEnd(_id)} />}
    </QueryState>
  )
}

/** One account: its role, its second step and its sessions, with what an owner can do about them. */
export function AdminDetail({ admin, nowMs }: { admin: AdminAccount; nowMs: number }): ReactNode {
  const { _id: id, username, totpSince, recoveryCodesLeft, disabledAt, addedBy } = admin
  const [role, setRole] = useState(admin.role)
  const changes = useChanges(admin, role)
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
          <Button icon={MonitorX} disabled={admin.sessions === 0} onClick={() => void confirm(changes.sessions)}>
            End sessions
          </Button>
          <Button
            kind={isOff ? 'outline' : 'danger'}
            icon={isOff ? UserCheck : UserX}
            onClick={() => void confirm(isOff ? changes.enable : changes.disable)}
          >
            {isOff ? 'Enable' : 'Disable'}
          </Button>
        </div>
      }
    >
      <h3 className={styles.part}>Role</h3>
      <RoleChoice role={role} onRole={setRole} />
      <p className={styles.line}>
        <span className={textClass('small', 'mute')}>Sessions end when the role changes.</span>
        <Button disabled={role === admin.role} onClick={() => void confirm(changes.role)}>
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
        <Button disabled={totpSince === null} onClick={() => void confirm(changes.totp)}>
          Reset
        </Button>
      </p>
      <p className={styles.line}>
        <span>{admin.mustChangePassword ? 'Has not set a password yet' : 'Has set a password'}</span>
        <Button onClick={() => void changes.password()}>Reset password</Button>
      </p>
      <h3 className={styles.part}>Sessions</h3>
      <Sessions id={id} nowMs={nowMs} onEnd={changes.one} />
    </Panel>
  )
}
