import { getAlertRules, paise, setAlertRules } from '@kismet/contracts'
import { parseRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { typedAs } from '../../core/fields.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { SettingsPanel } from '../../entities/page/settings-panel.tsx'
import { queryOf } from '../../entities/session/from-contract.ts'

const useAlertRules = queryOf(getAlertRules, ['AlertRules'])

const { oldestMinutes, rtpPoints, largeWin } = setAlertRules.input.shape
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))
/** The typed rules. An empty field turns a rule off. */
const Typed = z.object({
  oldestMinutes: typedAs(oldestMinutes, numberOrNull),
  ledger: z.enum(['on', 'off']).transform((choice) => choice === 'on'),
  rtpPoints: typedAs(rtpPoints, numberOrNull),
  largeWin: typedAs(largeWin, (text) => (text.trim() === '' ? null : (parseRupees(text) ?? Number.NaN) / 100)),
})

/** When owners get a mail about the casino. Owners set it. */
export function AlertRulesPanel(): ReactNode {
  const result = useAlertRules({})
  const change = useChange('AlertRules')
  return (
    <SettingsPanel
      title="Alerts by mail"
      note="to the owners, one an hour for each rule at most"
      what="the alerts"
      result={result}
      setter={setAlertRules}
      schema={Typed}
      textsOf={({ rules }) => ({
        oldestMinutes: rules.oldestMinutes === null ? '' : String(rules.oldestMinutes),
        ledger: rules.ledger ? ('on' as const) : ('off' as const),
        rtpPoints: rules.rtpPoints === null ? '' : String(rules.rtpPoints),
        largeWin: rules.largeWin === null ? '' : String(paise(rules.largeWin) / 100),
      })}
      fieldsOf={() => [
        {
          ...{ name: 'oldestMinutes', label: 'A request waits longer than (minutes)', inputMode: 'numeric' },
          placeholder: 'no mail',
        },
        {
          ...{ name: 'ledger', label: 'The ledger does not balance' },
          options: [
            ['on', 'Mail'],
            ['off', 'No mail'],
          ],
        },
        {
          ...{ name: 'rtpPoints', label: 'RTP of seven days is off by (percentage points)', inputMode: 'decimal' },
          ...{ placeholder: 'no mail', hint: 'From the theory of the game, with 1,000 bets or more.' },
        },
        {
          ...{ name: 'largeWin', label: 'A win of at least', inputMode: 'decimal', rupees: true },
          placeholder: 'no mail',
        },
      ]}
      intro={<p>The operator sets the addresses of the owners (OWNER_MAILS).</p>}
      word="Save alerts"
      save={async (read) => (await change(setAlertRules, read, 'The alerts are saved.')) !== undefined}
    />
  )
}
