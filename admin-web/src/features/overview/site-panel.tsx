import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { paths } from '../../core/paths.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { gameModeRoles } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { MaintenanceTag } from '../../entities/site/maintenance-tag.tsx'
import { useGetDepositSettingsQuery } from '../../entities/site/settings-api.ts'
import { useGetConfigQuery, useGetSiteMaintenanceQuery } from '../../entities/site/site-api.ts'

function NotSet(): ReactNode {
  return (
    <Tag tone="warn" icon={TriangleAlert}>
      Not set
    </Tag>
  )
}

/** Whether players can play, and for what. */
export function SitePanel(): ReactNode {
  const { role } = useAdmin()
  const { data: site, error } = useGetSiteMaintenanceQuery({})
  const { data: config } = useGetConfigQuery({})
  const { data: payment } = useGetDepositSettingsQuery({})
  const state = error ? undefined : site?.siteMaintenance
  return (
    <Panel title="Site" end={gameModeRoles.includes(role) && <TextLink to={paths.gameMode}>Game mode</TextLink>}>
      <KeyValues
        variant="lines"
        rows={[
          {
            name: 'Maintenance',
            value: site || error ? <MaintenanceTag /> : '-',
          },
          { name: 'Players see', value: state === undefined ? '-' : state ? 'SITE UNDER MAINTENANCE' : 'The casino' },
          {
            name: 'Payment QR',
            value: payment ? payment.settings.qrImage === null ? <NotSet /> : 'Set' : '-',
          },
          { name: 'UPI ID', value: payment ? (payment.settings.utr ?? <NotSet />) : '-' },
          { name: 'Money', value: config ? (config.mode === 'play' ? 'Play rupees' : 'Rupees') : '-' },
        ]}
      />
    </Panel>
  )
}
