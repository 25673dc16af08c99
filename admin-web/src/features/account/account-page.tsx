import type { AdminAccount } from '@kismet/contracts'
import { endOwnSessions, totpRules } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { confirm, openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import MonitorX from 'lucide-react/icons/monitor-x'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { ReactNode } from 'react'
import { formatDate } from '../../core/format/time.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useGetOwnAdminQuery } from '../../entities/admins/admins-api.ts'
import type { SessionRow } from '../../entities/admins/admins-api.ts'
import { roleWords } from '../../entities/admins/role-words.ts'
import { SessionList } from '../../entities/admins/session-list.tsx'
import { useChange } from '../../entities/notices/use-change.ts'
import { Page } from '../../entities/page/page.tsx'
import { RequestAlertsPanel } from '../../entities/queue/request-alerts.tsx'
import { roleText } from '../../entities/session/roles.ts'
import { useServerNow } from '../../core/use-now.ts'
import { PasswordForm } from './password-form.tsx'
import { TurnOff } from './turn-off.tsx'
import { TurnOn } from './turn-on.tsx'
import styles from './account.module.css'

function TwoSteps({ admin }: { admin: AdminAccount }): ReactNode {
  const { totpSince, recoveryCodesLeft, username, role } = admin
  return (
    <Panel title="Two-step login">
      <div className={styles.state}>
        <span className={totpSince === null ? styles.off : styles.on}>
          <Icon of={totpSince === null ? ShieldOff : ShieldCheck} />
        </span>
        <p>
          {totpSince === null ? 'Off' : `On since ${formatDate(totpSince)}`}
          <small>
            {totpSince === null
              ? 'This account has no two-step login.'
              : `${recoveryCodesLeft} of ${totpRules.recoveryCodes} recovery codes left`}
          </small>
        </p>
        {totpSince === null ? (
          <Button
            kind="primary"
            icon={ShieldCheck}
            onClick={() =>
              void openDialog((close) => <TurnOn who={`${username}, ${roleText(role)}`} onClose={close} />)
            }
          >
            Set up
          </Button>
        ) : (
          <Button onClick={() => void openDialog((close) => <TurnOff onClose={close} />)}>Turn off</Button>
        )}
      </div>
    </Panel>
  )
}

function OwnSessions({ sessions }: { sessions: readonly SessionRow[] }): ReactNode {
  const change = useChange('Admins')
  const nowMs = useServerNow(30_000)
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  const onEndOthers = (): void => {
    void confirm({
      ...{ title: 'End all your other sessions?', icon: MonitorX, action: 'End sessions', isDangerous: true },
      body: `This logs you out on ${others === 1 ? 'the other device' : `${others} other devices`} at once. This one stays.`,
      run: () => change(endOwnSessions, {}, 'Your other sessions have ended'),
    })
  }
  return (
    <Panel
      title="Sessions"
      note={sessions.length}
      foot={
        others > 0 && (
          <Button icon={MonitorX} onClick={onEndOthers}>
            End all others
          </Button>
        )
      }
    >
      <SessionList
        sessions={sessions}
        nowMs={nowMs}
        onEnd={({ _id: sessionId }) => void change(endOwnSessions, { sessionId }, 'The session has ended')}
      />
    </Panel>
  )
}

/** The own account: who one is here, the password, the second step of the login, and where one is logged in. */
export function AccountPage(): ReactNode {
  const result = useGetOwnAdminQuery({})
  return (
    <Page>
      <QueryState what="your account" result={result} fallback={<Skeleton rows={7} label="Loading your account" />}>
        {({ admin, sessions }) => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <Panel title={admin.username}>
                <KeyValues
                  variant="lines"
                  rows={[
                    { name: 'Role', value: `${roleText(admin.role)}: ${roleWords[admin.role]}` },
                    { name: 'Added', value: formatDate(admin.createdAt) },
                  ]}
                />
              </Panel>
              <TwoSteps admin={admin} />
              <PasswordForm />
              <RequestAlertsPanel />
            </div>
            <OwnSessions sessions={sessions} />
          </div>
        )}
      </QueryState>
    </Page>
  )
}
