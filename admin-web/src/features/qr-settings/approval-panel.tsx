import { getApprovalSettings, setApprovalSettings } from '@kismet/contracts'
import type { Output, Paise } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees, parseRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Eye from 'lucide-react/icons/eye'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import { useFields } from '../../core/fields.ts'
import { formatDay } from '../../core/format/time.ts'
import { useAppDispatch } from '../../core/store.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { useSendOnce } from '../../entities/notices/use-change.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './qr-settings.module.css'

type Settings = Output<typeof getApprovalSettings>['settings']

const approvalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApprovalSettings: build.query({ ...fromContract(getApprovalSettings), providesTags: ['Approvals'] }),
  }),
})

const never = 'No request needs a second admin.'
const holds = (abovePaise: Paise | null): string =>
  abovePaise === null ? never : `Deposits and withdrawals above ${formatRupees(abovePaise)} need two admins.`

const textOf = (above: Paise | null): string => (above === null ? '' : rupeesText(above))

/** The typed amount in rupees; an empty text is no amount. */
const Typed = z.object({
  above: z.string().transform((text, context) => {
    const rupees = text.trim() === '' ? null : (parseRupees(text) ?? Number.NaN) / 100
    const read = setApprovalSettings.input.shape.secondApprovalAbove.safeDecode(rupees)
    if (read.success) return read.data
    context.addIssue('Enter an amount in rupees, or leave it empty.')
    return z.NEVER
  }),
})

/** Saves the choice and shows the outcome. */
function useSave() {
  const dispatch = useAppDispatch()
  const { send } = useSendOnce('Approvals')
  return async (secondApprovalAbove: Paise | null, version: string): Promise<boolean> => {
    const ended = await send(setApprovalSettings, { secondApprovalAbove, version })
    if (ended === null) return false
    if (ended.is === 'done') dispatch(noticeShown('good', holds(secondApprovalAbove)))
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

function Choice({ settings }: { settings: Settings }): ReactNode {
  const { role } = useAdmin()
  const may = mayCall(setApprovalSettings.route, role)
  const save = useSave()
  const { secondApprovalAbove: now, version, changedBy, changedAt } = settings
  const inUse = textOf(now)
  const [isTyped, setTyped] = useState(false)
  const fields = useFields(Typed, { above: inUse }, () => setTyped(true))
  const show = (above: string): void => {
    fields.form.reset({ above })
    setTyped(false)
  }
  // Another admin may change the amount; a typed text stays.
  const showInUse = useEffectEvent((above: string): void => {
    if (!isTyped) fields.form.reset({ above })
  })
  useEffect(() => showInUse(inUse), [inUse])
  const onSubmit = fields.submit(({ above }) => {
    if (above === now) {
      fields.refuse('This is the present amount.', 'above')
      return
    }
    void confirm({
      ...{ title: 'Change who must approve?', icon: Users, action: 'Save amount' },
      body: (
        <p>
          <b className={textClass('strong')}>{holds(above)}</b> It also applies to all pending requests.
        </p>
      ),
      run: async () => {
        // The version that the admin saw: another admin may have changed the amount meanwhile.
        if (await save(above, version)) show(textOf(above))
      },
    })
  })
  return (
    <Form className={styles.approval} onSubmit={onSubmit}>
      <p>{holds(now)}</p>
      <TextField
        label="Second admin above"
        hint="Amount in rupees. Leave it empty to need no second admin."
        inputMode="decimal"
        autoComplete="off"
        readOnly={!may}
        {...fields.text('above')}
      />
      <p className={textClass('small', 'mute')}>
        {changedBy !== null && changedAt !== null
          ? `Last changed by ${changedBy}, ${formatDay(changedAt)}`
          : 'Never changed'}
      </p>
      {may ? (
        <Button type="submit" disabled={!isTyped}>
          Save amount
        </Button>
      ) : (
        <Tag icon={Eye}>read only</Tag>
      )}
    </Form>
  )
}

/** Above which amount a request needs two admins. Owners set it. */
export function ApprovalPanel(): ReactNode {
  const result = approvalApi.useGetApprovalSettingsQuery({})
  return (
    <Panel title="Second approval" note="two admins for large amounts">
      <QueryState
        what="the amount"
        result={result}
        fallback={<Skeleton variant="table" rows={3} label="Loading the amount" />}
      >
        {({ settings }) => <Choice settings={settings} />}
      </QueryState>
    </Panel>
  )
}
