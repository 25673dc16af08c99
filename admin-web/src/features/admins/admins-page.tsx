import type { AdminAccount, listAdmins, Output } from '@kismet/contracts'
import { addAdminAccount } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Ban from 'lucide-react/icons/ban'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { Avatar } from '../../core/avatar.tsx'
import { formatMinute, seenText } from '../../core/format/time.ts'
import { paths } from '../../core/paths.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import { loadedListing, timeColumn } from '../../core/table/table.ts'
import type { Column, Table } from '../../core/table/table.ts'
import { useTableState } from '../../core/table/use-table-state.ts'
import { useListAdminsQuery } from '../../entities/admins/admins-api.ts'
import { Page } from '../../entities/page/page.tsx'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useServerNow } from '../../core/use-now.ts'
import { AddAdmin } from './add-admin.tsx'
import { AdminDetail } from './admin-detail.tsx'
import { TwoStepRule } from './two-step-rule.tsx'
import styles from './admins.module.css'

type Change = Output<typeof listAdmins>['changes'][number]

const idOf = ({ _id }: AdminAccount): string => _id

/** Active admins whose password alone opens the account. */
const withoutSecondStep = (admins: readonly AdminAccount[]): readonly AdminAccount[] =>
  admins.filter(({ totpSince, disabledAt }) => totpSince === null && disabledAt === null)

/** Those in a sentence. */
function WithoutSecondStep({ bare }: { bare: readonly AdminAccount[] }): ReactNode {
  if (bare.length === 0) return null
  const owners = bare.filter(({ role }) => role === 'owner').length
  const which = owners === 0 ? '' : owners === 1 ? ', one of them an owner' : `, ${owners} of them owners`
  return (
    <Notice tone="warn" icon={ShieldOff}>
      <b>{bare.length === 1 ? '1 admin logs in' : `${bare.length} admins log in`} without a second step</b>
      {bare.length > 1 && which}: {bare.map(({ username }) => username).join(', ')}.
    </Notice>
  )
}

function columnsOf(own: string): readonly Column<AdminAccount>[] {
  return [
    {
      title: 'Name',
      text: ({ username }) => username,
      cell: ({ _id, username, disabledAt, onePersonWith }) => (
        <span className={classNames(styles.name, disabledAt !== null && styles.off)}>
          <Avatar name={username} />
          <span>
            <b>{username}</b> {_id === own && <span className={textClass('mute')}>you</span>}
            {onePersonWith && (
              <small className={classNames(styles.mark, textClass('mute'))}>
                one person with {onePersonWith.by} until {formatMinute(onePersonWith.until)}
              </small>
            )}
          </span>
        </span>
      ),
      sort: true,
      place: 'head',
    },
    {
      title: 'Role',
      text: ({ role, disabledAt }) => (disabledAt === null ? role : 'disabled'),
      cell: ({ role, disabledAt }) =>
        disabledAt === null ? (
          <Tag>{role}</Tag>
        ) : (
          <Tag tone="bad" icon={Ban}>
            Disabled
          </Tag>
        ),
      sort: true,
      place: 'end',
    },
    timeColumn('Last seen', ({ lastSeenAt }) => lastSeenAt, {
      cell: ({ lastSeenAt }, nowMs) => (lastSeenAt === null ? '-' : seenText(lastSeenAt, nowMs)),
      sort: true,
    }),
    {
      title: 'Two-step login',
      text: ({ totpSince }) => (totpSince === null ? 'off' : 'on'),
      cell: ({ totpSince }) => (
        <Tag tone={totpSince === null ? 'warn' : 'good'} icon={totpSince === null ? ShieldOff : ShieldCheck}>
          {totpSince === null ? 'off' : 'on'}
        </Tag>
      ),
    },
    {
      title: 'Sessions',
      text: ({ sessions }) => String(sessions),
      cell: ({ sessions }) => (sessions === 0 ? '-' : sessions),
      sort: true,
      isNumber: true,
    },
  ]
}

const changesTable: Table<Change> = {
  label: 'Changes',
  idOf: ({ at, what, on }) => `${at} ${what} ${on}`,
  columns: [
    { title: 'What', text: ({ what }) => what.replaceAll('-', ' ').replace('totp', 'two-step login'), place: 'head' },
    { title: 'Admin', text: ({ on }) => on },
    { title: 'By', text: ({ by }) => by, place: 'end' },
    { title: 'Before', text: ({ from }) => from ?? '-' },
    { title: 'After', text: ({ to }) => to ?? '-' },
    { title: 'When', text: ({ at }) => formatMinute(at), place: 'line' },
  ],
}

function Accounts({ admins, changes, totpRequired }: Output<typeof listAdmins>): ReactNode {
  const me = useAdmin()
  const nowMs = useServerNow(30_000)
  const state = useTableState({ columns: [], filters: [] }, false)
  const mayChange = mayCall(addAdminAccount.route, me.role)
  const table = useMemo(() => ({ label: 'Admins', idOf, columns: columnsOf(me._id) }), [me._id])
  const chosen = admins.find(({ _id }) => mayChange && _id !== me._id && _id === state.id)
  const bare = withoutSecondStep(admins)
  const active = admins.filter(({ disabledAt }) => disabledAt === null).length
  const toOf = ({ _id }: AdminAccount): string | undefined =>
    _id === me._id ? paths.account : mayChange ? state.addressOf(_id) : undefined
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        {!totpRequired && <WithoutSecondStep bare={bare} />}
        <Panel
          title="Admins"
          note={`${active} active, ${admins.length - active} disabled`}
          flush
          end={
            mayChange && (
              <Button
                kind="primary"
                icon={Plus}
                onClick={() => void openDialog((close) => <AddAdmin onClose={close} />)}
              >
                Add admin
              </Button>
            )
          }
          foot={
            <TwoStepRule isRequired={totpRequired} bare={bare.map(({ username }) => username)} mayChange={mayChange} />
          }
        >
          <DataTable
            table={table}
            listing={loadedListing(admins)}
            state={state}
            nowMs={nowMs}
            toOf={toOf}
            empty={{ title: 'No admins' }}
          />
        </Panel>
        <Panel title="Changes" flush>
          <DataTable table={changesTable} listing={loadedListing(changes)} empty={{ title: 'No changes yet' }} />
        </Panel>
      </div>
      {chosen && (
        // Another account, or a new role of this one, begins with what it is.
        <AdminDetail key={`${chosen._id} ${chosen.role}`} admin={chosen} nowMs={nowMs} />
      )}
    </div>
  )
}

/** The accounts of the back office, and what owners can change. */
export function AdminsPage(): ReactNode {
  const result = useListAdminsQuery({}, { pollingInterval: personPollMs })
  return (
    <Page>
      <QueryState what="the admins" result={result} rows={7}>
        {(accounts) => <Accounts {...accounts} />}
      </QueryState>
    </Page>
  )
}
