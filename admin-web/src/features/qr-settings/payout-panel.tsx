import { getPayoutSettings, setPayoutSettings } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Eye from 'lucide-react/icons/eye'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { useFields } from '../../core/fields.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useChange } from '../../entities/notices/use-change.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './qr-settings.module.css'

type Settings = Output<typeof getPayoutSettings>['settings']

const payoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPayoutSettings: build.query({ ...fromContract(getPayoutSettings), providesTags: ['Payouts'] }),
  }),
})

const { leaseMinutes, debitAccount } = setPayoutSettings.input.shape
/** The typed settings. An empty account is no account. */
const Typed = z.object({
  leaseMinutes: z.string().transform(Number).pipe(leaseMinutes),
  debitAccount: z
    .string()
    .transform((text) => text.replace(/\s/g, '') || null)
    .pipe(debitAccount),
})

function Choice({ settings }: { settings: Settings }): ReactNode {
  const { role } = useAdmin()
  const change = useChange('Payouts')
  const may = mayCall(setPayoutSettings.route, role)
  const start = { leaseMinutes: String(settings.leaseMinutes), debitAccount: settings.debitAccount ?? '' }
  const { text, submit } = useFields(Typed, start)
  const { version } = settings
  const onSubmit = submit((read) => change(setPayoutSettings, { ...read, version }, 'The payout settings are saved.'))
  return (
    <Form className={styles.approval} onSubmit={onSubmit}>
      <div className={styles.rules}>
        <TextField
          label="A payout lasts (minutes)"
          hint="No other admin can pay or decide a withdrawal meanwhile. An open page renews the payout."
          inputMode="numeric"
          autoComplete="off"
          readOnly={!may}
          {...text('leaseMinutes')}
        />
        <TextField
          label="Account that payment files pay from"
          hint="Your own account number. ICICI and State Bank of India need it."
          inputMode="numeric"
          mono
          autoComplete="off"
          readOnly={!may}
          {...text('debitAccount')}
        />
      </div>
      {may ? <Button type="submit">Save payouts</Button> : <Tag icon={Eye}>read only</Tag>}
    </Form>
  )
}

/** How long a payout lasts, and the account of payment files. Owners set both. */
export function PayoutPanel(): ReactNode {
  const result = payoutApi.useGetPayoutSettingsQuery({})
  return (
    <Panel title="Payouts" note="how withdrawals are paid at the bank">
      <QueryState
        what="the payout settings"
        result={result}
        fallback={<Skeleton variant="table" rows={3} label="Loading the payout settings" />}
      >
        {({ settings }) => <Choice key={settings.version} settings={settings} />}
      </QueryState>
    </Panel>
  )
}
