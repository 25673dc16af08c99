import { getApprovalSettings, setApprovalSettings } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { SelectField, TextField } from '@kismet/ui/controls/text-field.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Eye from 'lucide-react/icons/eye'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { Fields } from '../../core/fields.ts'
import { useFields } from '../../core/fields.ts'
import { formatDay } from '../../core/format/time.ts'
import { useAppDispatch } from '../../core/store.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { useSendOnce } from '../../entities/notices/use-change.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { amountNames, amounts, changedNames, rulesOf, sentenceOf, textsOf, Typed } from './approval-rules.ts'
import type { Rules, Settings } from './approval-rules.ts'
import styles from './qr-settings.module.css'

type Texts = z.input<typeof Typed>

const approvalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApprovalSettings: build.query({ ...fromContract(getApprovalSettings), providesTags: ['Approvals'] }),
  }),
})

/** Saves the changed rules and shows the outcome. The others stay, so that they keep the default of the mode. */
function useSave() {
  const dispatch = useAppDispatch()
  const { send } = useSendOnce('Approvals')
  return async (rules: Rules, changed: readonly (keyof Rules)[], version: string): Promise<boolean> => {
    const given = Object.fromEntries(changed.map((name) => [name, rules[name]]))
    const ended = await send(setApprovalSettings, {
      secondApprovalAbove: rules.secondApprovalAbove,
      ...given,
      version,
    })
    if (ended === null) return false
    if (ended.is === 'done')
      dispatch(noticeShown('good', 'Rules saved', changed.map((name) => sentenceOf(name, rules)).join(' ')))
    else {
      const text =
        ended.is === 'lost'
          ? 'No answer from the server. The page shows the present setting.'
          : 'Error updating settings'
      dispatch(noticeShown('bad', text, errorDetail(ended.error)))
    }
    return ended.is === 'done'
  }
}

function RuleFields({ fields, rules, may }: { fields: Fields<Texts, Rules>; rules: Rules; may: boolean }): ReactNode {
  return (
    <div className={styles.rules}>
      <SelectField
        label="Deposits without a bank row"
        hint={sentenceOf('withoutRow', rules)}
        disabled={!may}
        {...fields.text('withoutRow')}
      >
        <option value="second_admin">Two admins</option>
        <option value="allowed">One admin</option>
      </SelectField>
      {amountNames.map((name) => (
        <TextField
          key={name}
          label={amounts[name].label}
          hint={sentenceOf(name, rules)}
          rupees
          inputMode="decimal"
          autoComplete="off"
          placeholder="no limit"
          readOnly={!may}
          {...fields.text(name)}
        />
      ))}
    </div>
  )
}

function RuleForm({ settings }: { settings: Settings }): ReactNode {
  const { role } = useAdmin()
  const may = mayCall(setApprovalSettings.route, role)
  const save = useSave()
  const { version, changedBy, changedAt } = settings
  const rules = rulesOf(settings)
  const [isTyped, setTyped] = useState(false)
  const fields = useFields(Typed, textsOf(rules), () => setTyped(true))
  const show = (shown: Rules): void => {
    fields.form.reset(textsOf(shown))
    setTyped(false)
  }
  // Another admin may change the rules; typed texts stay.
  const showInUse = useEffectEvent((): void => {
    if (!isTyped) fields.form.reset(textsOf(rules))
  })
  useEffect(() => showInUse(), [version])
  const onSubmit = fields.submit((typed) => {
    const changed = changedNames(rules, typed)
    if (changed.length === 0) {
      fields.refuse('These are the present rules.')
      return
    }
    void confirm({
      ...{ title: 'Change who must approve?', icon: Users, action: 'Save rules' },
      body: (
        <>
          {changed.map((name) => (
            <p key={name}>
              <b className={textClass('strong')}>{sentenceOf(name, typed)}</b>
            </p>
          ))}
          <p>This also applies to all pending requests.</p>
        </>
      ),
      run: async () => {
        // The version that the admin saw: another admin may have changed the rules meanwhile.
        if (await save(typed, changed, version)) show(typed)
      },
    })
  })
  return (
    <Form className={styles.approval} onSubmit={onSubmit}>
      <p>An empty amount is no limit. A day is a day of Asia/Kolkata.</p>
      <RuleFields fields={fields} rules={rules} may={may} />
      {fields.problem !== undefined && <p className={styles.problem}>{fields.problem}</p>}
      <p className={textClass('small', 'mute')}>
        {changedBy !== null && changedAt !== null
          ? `Last changed by ${changedBy}, ${formatDay(changedAt)}`
          : 'Never changed'}
      </p>
      {may ? (
        <Button type="submit" disabled={!isTyped}>
          Save rules
        </Button>
      ) : (
        <Tag icon={Eye}>read only</Tag>
      )}
    </Form>
  )
}

/** Which approvals need two admins. Owners set it. */
export function ApprovalPanel(): ReactNode {
  const result = approvalApi.useGetApprovalSettingsQuery({})
  return (
    <Panel title="Second approval" note="when two admins must approve">
      <QueryState
        what="the rules"
        result={result}
        fallback={<Skeleton variant="table" rows={7} label="Loading the rules" />}
      >
        {({ settings }) => <RuleForm settings={settings} />}
      </QueryState>
    </Panel>
  )
}
