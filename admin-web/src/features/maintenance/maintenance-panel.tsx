import { limits, setSiteMaintenance } from '@kismet/contracts'
import { Switch } from '@kismet/ui/controls/choice.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import Eye from 'lucide-react/icons/eye'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { countText } from '../../core/format/amount.tsx'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { MaintenanceTag } from '../../entities/site/maintenance-tag.tsx'
import { ledgerPollMs, useGetLedgerStateQuery } from '../../entities/site/settings-api.ts'
import { useGetOnlineUsersQuery, useGetSiteMaintenanceQuery } from '../../entities/site/site-api.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { maintenance, useSiteOrders } from './site-orders.ts'
import styles from './maintenance.module.css'

/** What the change does, and to how many. */
function Effect({ turnOn, count }: { turnOn: boolean; count: number | undefined }): ReactNode {
  const who = count ? `${countText(count, 'player')} online` : 'Players'
  if (!turnOn) return <p>{who} can play again, and new bets, deposits and withdrawals are taken.</p>
  return (
    <p>
      {who} now {count === 1 ? 'sees' : 'see'} <b className={textClass('strong')}>SITE UNDER MAINTENANCE</b>,
      “We&apos;ll be back soon. Thank you for your patience!”. New bets, deposits and withdrawals are refused; games in
      progress can be finished.
    </p>
  )
}

/** Asks for a reason. The reason stays for another try where the server refuses the order. */
function SwitchQuestion({ turnOn, onClose }: { turnOn: boolean; onClose: () => void }): ReactNode {
  const { order } = useSiteOrders(maintenance)
  const { data: online } = useGetOnlineUsersQuery({})
  const [reason, setReason] = useState('')
  const onConfirm = async (): Promise<void> => {
    const isRefused = await order(turnOn, reason.trim())
    if (!isRefused) onClose()
  }
  return (
    <ConfirmDialog
      title={turnOn ? 'Turn site maintenance on?' : 'Turn site maintenance off?'}
      icon={Wrench}
      action={turnOn ? 'Turn on' : 'Turn off'}
      isDangerous={turnOn}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Effect turnOn={turnOn} count={online?.count} />
      <TextField
        label="Reason"
        beside={<span className={textClass('small', 'muted')}>for the audit log</span>}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={limits.maintenance.reasonMaxLength}
      />
    </ConfirmDialog>
  )
}

function MaintenanceState({ on }: { on: boolean }): ReactNode {
  const { role } = useAdmin()
  const { busy, isChecking } = useSiteOrders(maintenance)
  const { data: online } = useGetOnlineUsersQuery({})
  const { data: ledger } = useGetLedgerStateQuery({}, { pollingInterval: ledgerPollMs })
  const may = mayCall(setSiteMaintenance.route, role)
  return (
    <Stack gap={3}>
      <div className={styles.switch}>
        <p className={textClass('dim')}>
          {on ? 'Players see ' : 'While on, players see '}
          <b className={textClass('strong')}>SITE UNDER MAINTENANCE</b> on every page. Open games finish and pay first;
          new bets are refused. Admin pages stay open.
        </p>
        <Switch
          label="Site maintenance"
          checked={on}
          disabled={!may || busy}
          onChange={(turnOn) => void openDialog((close) => <SwitchQuestion turnOn={turnOn} onClose={close} />)}
        />
      </div>
      {isChecking && <p role="status">Checking: no answer yet.</p>}
      {!may && (
        <p>
          <Tag icon={Eye}>read only</Tag>
        </p>
      )}
      <KeyValues
        variant="lines"
        rows={[
          { name: 'Online now', value: online ? countText(online.count, 'player') : '-' },
          { name: 'In open bets', value: ledger ? formatRupees(ledger.openStakesTotal) : '-' },
        ]}
      />
    </Stack>
  )
}

/** The switch that closes the site to players, asked twice. */
export function MaintenancePanel(): ReactNode {
  const result = useGetSiteMaintenanceQuery({})
  return (
    <Panel title="Site maintenance" note={<MaintenanceTag />}>
      <QueryState what="the maintenance state" result={result} rows={2}>
        {({ siteMaintenance: on }) => <MaintenanceState on={on} />}
      </QueryState>
    </Panel>
  )
}
