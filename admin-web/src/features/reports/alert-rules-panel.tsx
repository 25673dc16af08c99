import { paise, sendTestAlert, setAlertRules } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { parseRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { z } from 'zod'
import { typedAs } from '../../core/fields.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { SettingsPanel } from '../../entities/page/settings-panel.tsx'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useAlertRules } from '../../entities/site/alert-rules.ts'
import { OwnerMailsNotice } from '../../entities/site/owner-mails-notice.tsx'

const { oldestMinutes, rtpPoints, largeWin } = setAlertRules.input.shape
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))
/** The typed rules. An empty field turns a rule off. */
const Typed = z.object({
  oldestMinutes: typedAs(oldestMinutes, numberOrNull),
  ledger: z.enum(['on', 'off']).transform((choice) => choice === 'on'),
  rtpPoints: typedAs(rtpPoints, numberOrNull),
  largeWin: typedAs(largeWin, (text) => (text.trim() === '' ? null : (parseRupees(text) ?? Number.NaN) / 100)),
})

/** The number of addresses, and a button that shows whether mails arrive. */
function TestMail({ addresses }: { addresses: number }): ReactNode {
  const [busy, setBusy] = useState(false)
  const change = useChange()
  const may = mayCall(sendTestAlert.route, useAdmin().role)
  const count = addresses === 1 ? '1 address' : `${addresses} addresses`
  const send = async () => {
    setBusy(true)
    await change(sendTestAlert, {}, `A test mail is on its way to ${count}.`, 'Check your mailbox.')
    setBusy(false)
  }
  return (
    <Row wrap gap={2}>
      <span>Mails go to {count}, which the operator sets (OWNER_MAILS).</span>
      {may && (
        <Button kind="quiet" busy={busy} onClick={() => void send()}>
          Send a test mail
        </Button>
      )}
    </Row>
  )
}

/** When owners get a mail about the casino. Owners set it. */
export function AlertRulesPanel(): ReactNode {
  const result = useAlertRules({})
  const change = useChange('AlertRules')
  return (
    <SettingsPanel
      title="Alerts by mail"
      note="to the owners, when a rule breaks and when it is over"
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
          ...{ name: 'largeWin', label: 'A player wins at least', inputMode: 'decimal', rupees: true },
          ...{ placeholder: 'no mail', hint: 'With one bet: the payout less the stake.' },
        },
      ]}
      intro={<OwnerMailsNotice />}
      footOf={({ addresses }) => addresses > 0 && <TestMail addresses={addresses} />}
      word="Save alerts"
      save={async (read) => (await change(setAlertRules, read, 'The alerts are saved.')) !== undefined}
    />
  )
}
