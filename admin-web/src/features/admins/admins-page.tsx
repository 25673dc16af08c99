import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { AdminAccount, listAdmins, Output } from '@kismet/contracts'
import { addAdminAccount } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { ask } from '@kismet/ui/feedback/confirm.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Ban from 'lucide-react/icons/ban'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Avatar } from '../../core/avatar.tsx'
import { errorDetail } from '../../core/error-text.ts'
import { formatMinute } from '../../core/format/time.ts'
import { paths } from '../../core/paths.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { PlainTable } from '../../core/table/plain-table.tsx'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { useListAdminsQuery } from '../../entities/admins/admins-api.ts'
import { seenText } from '../../entities/admins/seen.ts'
import { Page } from '../../entities/page/page.tsx'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useServerNow } from '../../entities/site/use-now.ts'
import { AddAdmin } from './add-admin.tsx'
import { AdminDetail } from './admin-detail.tsx'
import { TwoStepRule } from './two-step-rule.tsx'
import styles from './admins.module.css'

type Change = Output<typeof listAdmins>['changes'][number]

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

interface RowProps {
  admin: AdminAccount
  nowMs: number
  isOwn: boolean
  isChosen: boolean
  /** Undefined: there is nothing to open. */
  onChoose: (() => void) | undefined
}

function Row({ admin, nowMs, isOwn, isChosen, onChoose }: RowProps): ReactNode {
  const { username, role, disabledAt, totpSince, lastSeenAt, sessions } = admin
  const isOff = disabledAt !== null
  const name = (
    <>
      <Avatar name={username} />
      <b>{username}</b>
      {isOwn && <span className="mute">you</span>}
    </>
  )
  return (
    <tr className={classNames(isChosen && styles.chosen, isOff && styles.off)}>
      <td>
        {onChoose ? (
          <button type="button" aria-pressed={isOwn ? undefined : isChosen} onClick={onChoose}>
            {name}
          </button>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
      </td>
      <td className={styles.role}>
        {isOff ? (
          <Tag tone="bad" icon={Ban}>
            Disabled
          </Tag>
        ) : (
          <Tag>{role}</Tag>
        )}
      </td>
      <td data-label="Last seen">{lastSeenAt === null ? '-' : seenText(lastSeenAt, nowMs)}</td>
      <td data-label="Two-step login">
        {totpSince === null ? (
          <Tag tone="warn" icon={ShieldOff}>
            off
          </Tag>
        ) : (
          <Tag tone="good" icon={ShieldCheck}>
            on
          </Tag>
        )}
      </td>
      <td data-label="Sessions" className={styles.number}>
        {sessions === 0 ? '-' : sessions}
      </td>
    </tr>
  )
}

const heads = ['Name', 'Role', 'Last seen', 'Two-step login']

interface TableProps {
  admins: readonly AdminAccount[]
  nowMs: number
  /** Ids: of who looks, and of the account that is open. */
  own: string
  chosen: string | undefined
  /** Opens an account, which only who may change one does: the own one always. */
  onChoose: (id: string) => void
  mayChange: boolean
}

function AdminTable({ admins, nowMs, own, chosen, onChoose, mayChange }: TableProps): ReactNode {
  return (
    <table className={styles.table} aria-label="Admins">
      <thead>
        <tr>
          {heads.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col" className={styles.number}>
            Sessions
          </th>
        </tr>
      </thead>
      <tbody>
        {admins.map((admin) => (
          <Row
            key={admin._id}
            admin={admin}
            nowMs={nowMs}
            isOwn={admin._id === own}
            isChosen={admin._id === chosen}
            onChoose={mayChange || admin._id === own ? () => onChoose(admin._id) : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

const changeColumns: readonly PlainColumn<Change>[] = [
  { title: 'What', text: ({ what }) => what.replaceAll('-', ' ').replace('totp', 'two-step login'), place: 'head' },
  { title: 'On', text: ({ on }) => on },
  { title: 'Who', text: ({ by }) => by, place: 'end' },
  { title: 'From', text: ({ from }) => from ?? '-' },
  { title: 'To', text: ({ to }) => to ?? '-' },
  { title: 'When', text: ({ at }) => formatMinute(at), place: 'line' },
]

/** The newest changes of accounts, as the audit log has them. */
function Changes({ changes }: { changes: readonly Change[] }): ReactNode {
  return (
    <Panel title="Changes" flush>
      <PlainTable
        label="Changes"
        columns={changeColumns}
        rows={changes}
        idOf={({ at, what, on }) => `${at} ${what} ${on}`}
      />
    </Panel>
  )
}

function Accounts({ admins, changes, totpRequired }: Output<typeof listAdmins>): ReactNode {
  const me = useAdmin()
  const nowMs = useServerNow(30_000)
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const mayChange = mayCall(addAdminAccount.route, me.role)
  const chosen = admins.find(({ _id }) => mayChange && _id !== me._id && _id === address.get('id'))
  const bare = withoutSecondStep(admins)
  const active = admins.filter(({ disabledAt }) => disabledAt === null).length
  const choose = (id: string): void =>
    id === me._id ? void navigate(paths.account) : setAddress({ id }, { replace: true })
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
              <Button kind="primary" icon={Plus} onClick={() => void ask((close) => <AddAdmin onClose={close} />)}>
                Add admin
              </Button>
            )
          }
          foot={
            <TwoStepRule isRequired={totpRequired} bare={bare.map(({ username }) => username)} mayChange={mayChange} />
          }
        >
          <AdminTable
            admins={admins}
            nowMs={nowMs}
            own={me._id}
            chosen={chosen?._id}
            onChoose={choose}
            mayChange={mayChange}
          />
        </Panel>
        <Changes changes={changes} />
      </div>
      {chosen && (
        // Another account, or a new role of this one, begins with what it is.
        <AdminDetail key={`${chosen._id} ${chosen.role}`} admin={chosen} nowMs={nowMs} />
      )}
    </div>
  )
}

/** Who runs the house: accounts of the back office, and what owners do with them. */
export function AdminsPage(): ReactNode {
  const result = useListAdminsQuery({}, { pollingInterval: personPollMs })
  const { data, error, isFetching, refetch } = result
  return (
    <Page>
      <StaleNote text="Failed to load the admins." listing={standingOf(result)} />
      {data ? (
        <Accounts {...data} />
      ) : error ? (
        <ErrorState title="Failed to load the admins" busy={isFetching} onRetry={() => void refetch()}>
          {errorDetail(asCallError(error))}
        </ErrorState>
      ) : (
        <Skeleton look="table" rows={7} label="Loading the admins" />
      )}
    </Page>
  )
}
