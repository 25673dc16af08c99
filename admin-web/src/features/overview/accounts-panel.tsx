import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { Facts, Panel } from '../../app/parts/panel.tsx'
import { useGetLedgerStateQuery } from '../../app/site/site-api.ts'

/** Where the money is, by the ledger. */
export function AccountsPanel(): ReactNode {
  const { data } = useGetLedgerStateQuery({})
  const shown = (paise: number | undefined): string => (paise === undefined ? '-' : formatRupees(paise))
  return (
    <Panel title="Accounts" note="as the ledger has them">
      <Facts
        rows={[
          { name: 'Player balances', value: shown(data?.playersTotal) },
          { name: 'Held for withdrawals', value: shown(data?.heldTotal) },
          { name: 'Staked in open bets', value: shown(data?.openStakesTotal) },
          { name: 'House', value: shown(data?.houseTotal) },
        ]}
      />
    </Panel>
  )
}
