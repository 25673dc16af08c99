import { getPayoutSettings, setPayoutSettings } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { typedAs } from '../../core/fields.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { SettingsPanel } from '../../entities/page/settings-panel.tsx'
import { queryOf } from '../../entities/session/from-contract.ts'

const usePayoutSettings = queryOf(getPayoutSettings, ['Payouts'])

const { leaseMinutes, debitAccount } = setPayoutSettings.input.shape
/** The typed settings. An empty account is no account. */
const Typed = z.object({
  leaseMinutes: typedAs(leaseMinutes, Number),
  debitAccount: typedAs(debitAccount, (text) => text.replace(/\s/g, '') || null),
})

/** How long a payout lasts, and the account of payment files. Owners set both. */
export function PayoutPanel(): ReactNode {
  const result = usePayoutSettings({})
  const change = useChange('Payouts')
  return (
    <SettingsPanel
      title="Payouts"
      note="how withdrawals are paid at the bank"
      what="the payout settings"
      result={result}
      setter={setPayoutSettings}
      schema={Typed}
      textsOf={({ settings }) => ({
        leaseMinutes: String(settings.leaseMinutes),
        debitAccount: settings.debitAccount ?? '',
      })}
      fieldsOf={() => [
        {
          ...{ name: 'leaseMinutes', label: 'A payout lasts (minutes)', inputMode: 'numeric' },
          hint: 'No other admin can pay or decide a withdrawal meanwhile. An open page renews the payout.',
        },
        {
          ...{ name: 'debitAccount', label: 'Account that payment files pay from', inputMode: 'numeric', mono: true },
          hint: 'Your own account number. ICICI and State Bank of India need it.',
        },
      ]}
      word="Save payouts"
      save={async (read, { settings: { version } }) =>
        (await change(setPayoutSettings, { ...read, version }, 'The payout settings are saved.')) !== undefined
      }
    />
  )
}
