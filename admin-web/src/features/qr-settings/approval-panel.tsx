import { approvalRuleNames, setApprovalSettings } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { formatDay, formatMinute } from '../../core/format/time.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { SettingsPanel } from '../../entities/page/settings-panel.tsx'
import { useApprovalSettings, usePayToAccounts } from '../../entities/site/payment-settings.ts'
import { amountNames, changedNames, rulesOf, sentenceOf, textsOf, Typed } from './approval-rules.ts'
import type { Rules, Settings } from './approval-rules.ts'

/** What holds after a change, and what waits. */
function outcomeOf(changed: readonly (keyof Rules)[], rules: Rules, { settings }: { settings: Settings }): string {
  const waiting = changedNames(rulesOf(settings), rules)
  const held = changed.filter((name) => !waiting.includes(name)).map((name) => sentenceOf(name, rules))
  const { proposed } = settings
  const at = proposed && formatMinute(proposed.takesEffectAt)
  return [...held, ...(at ? [`Weaker rules wait for another owner, or until ${at}.`] : [])].join(' ')
}

/** Asks before it saves the changed rules. The others are not sent, so that they keep the default of the mode. */
function useSave() {
  const { delayHours = 0 } = usePayToAccounts({}).data ?? {}
  const change = useChange('Approvals')
  return async (rules: Rules, { settings }: { settings: Settings }): Promise<boolean | string> => {
    const changed = changedNames(rulesOf(settings), rules)
    if (changed.length === 0) return 'These are the present rules.'
    const given = Object.fromEntries(changed.map((name) => [name, rules[name]]))
    const input = { secondApprovalAbove: rules.secondApprovalAbove, ...given, version: settings.version }
    const sentences = changed.map((name) => sentenceOf(name, rules))
    let isSaved = false
    await confirm({
      ...{ title: 'Change who must approve?', icon: Users, action: 'Save rules' },
      body: (
        <>
          {sentences.map((sentence) => (
            <p key={sentence} className={textClass('strong')}>
              {sentence}
            </p>
          ))}
          <p>This also applies to all pending requests.</p>
          {delayHours > 0 && (
            <p>
              A stronger rule holds at once. A weaker rule holds when another owner confirms it, or by itself after{' '}
              {delayHours} h.
            </p>
          )}
        </>
      ),
      run: async () => {
        const lost = 'The page shows the present setting.'
        const done = (answer: { settings: Settings }) => outcomeOf(changed, rules, answer)
        isSaved = (await change(setApprovalSettings, input, done, lost)) !== undefined
      },
    })
    return isSaved
  }
}

/** Which approvals need two admins. Owners set it. */
export function ApprovalPanel(): ReactNode {
  const result = useApprovalSettings({})
  return (
    <SettingsPanel
      title="Second approval"
      note="when two admins must approve"
      what="the rules"
      result={result}
      setter={setApprovalSettings}
      schema={Typed}
      textsOf={({ settings }) => textsOf(rulesOf(settings))}
      fieldsOf={({ settings }) => [
        {
          ...{
            name: 'withoutRow',
            label: approvalRuleNames.withoutRow,
            hint: sentenceOf('withoutRow', rulesOf(settings)),
          },
          options: [
            ['second_admin', 'Two admins'],
            ['allowed', 'One admin'],
          ],
        },
        ...amountNames.map((name) => ({
          ...{ name, label: approvalRuleNames[name], hint: sentenceOf(name, rulesOf(settings)) },
          ...{ rupees: true, inputMode: 'decimal' as const, placeholder: 'no limit' },
        })),
      ]}
      intro={<p>An empty amount is no limit. A day begins at 00:00 IST.</p>}
      footOf={({ settings: { changedBy, changedAt } }) => (
        <p className={textClass('small', 'mute')}>
          {changedBy !== null && changedAt !== null
            ? `Last changed by ${changedBy}, ${formatDay(changedAt)}`
            : 'Never changed'}
        </p>
      )}
      word="Save rules"
      save={useSave()}
    />
  )
}
