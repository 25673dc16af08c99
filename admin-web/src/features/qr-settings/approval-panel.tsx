import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
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
import { useState } from 'react'
import { api } from '../../core/api.ts'
import { errorDetail } from '../../core/error-text.ts'
import { formatDay } from '../../core/format/time.ts'
import { Known } from '../../core/table/known.tsx'
import { useTell } from '../../entities/notices/use-tell.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './qr-settings.module.css'

type Settings = Output<typeof getApprovalSettings>['settings']

const approvalApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApprovalSettings: build.query({ ...fromContract(getApprovalSettings), providesTags: ['Approvals'] }),
    // Also of a call without an answer, which may have been carried out.
    setApprovalSettings: build.mutation({ ...fromContract(setApprovalSettings), invalidatesTags: ['Approvals'] }),
  }),
})

const never = 'No request needs a second admin.'
const holds = (abovePaise: Paise | null): string =>
  abovePaise === null ? never : `Deposits and withdrawals above ${formatRupees(abovePaise)} need two admins.`

/** Reads the typed text: an amount, null for an empty text, or a problem. */
function readAmount(text: string): { readonly above: Paise | null } | { readonly problem: string } {
  if (text.trim() === '') return { above: null }
  const read = setApprovalSettings.input.shape.secondApprovalAbove.safeDecode((parseRupees(text) ?? Number.NaN) / 100)
  return read.success ? { above: read.data } : { problem: 'Enter an amount in rupees, or leave it empty.' }
}

/** Saves the choice and shows the outcome. */
function useSave() {
  const tell = useTell()
  const [set] = approvalApi.useSetApprovalSettingsMutation()
  return async (secondApprovalAbove: Paise | null, version: string): Promise<boolean> => {
    const { error } = await set({ secondApprovalAbove, version })
    if (!error) tell('good', holds(secondApprovalAbove))
    else {
      const failure = asCallError(error)
      const text = isOutcomeUnknown(failure)
        ? 'No answer from the server. The page shows the present setting.'
        : 'Error updating settings'
      tell('bad', text, errorDetail(failure))
    }
    return !error
  }
}

function Choice({ settings }: { settings: Settings }): ReactNode {
  const { role } = useAdmin()
  const may = mayCall(setApprovalSettings.route, role)
  const save = useSave()
  const { secondApprovalAbove: now, version, changedBy, changedAt } = settings
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const text = typed ?? (now === null ? '' : rupeesText(now))
  const submit = (): void => {
    const read = readAmount(text)
    if ('problem' in read) setProblem(read.problem)
    else if (read.above === now) setProblem('This is the present amount.')
    else
      void confirm({
        ...{ title: 'Change who must approve?', icon: Users, action: 'Save amount' },
        body: (
          <p>
            <b className={textClass('strong')}>{holds(read.above)}</b> It also applies to all pending requests.
          </p>
        ),
        run: async () => {
          // The version that the admin saw: another admin may have changed the amount meanwhile.
          if (await save(read.above, version)) setTyped(null)
        },
      })
  }
  return (
    <Form className={styles.approval} onSubmit={submit}>
      <p>{holds(now)}</p>
      <TextField
        label="Second admin above"
        hint="Amount in rupees. Leave it empty to need no second admin."
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={problem}
        readOnly={!may}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <p className={textClass('small', 'mute')}>
        {changedBy !== null && changedAt !== null
          ? `Last changed by ${changedBy}, ${formatDay(changedAt)}`
          : 'Never changed'}
      </p>
      {may ? (
        <Button type="submit" disabled={typed === null}>
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
      <Known what="the amount" result={result} coming={<Skeleton look="table" rows={3} label="Loading the amount" />}>
        {({ settings }) => <Choice settings={settings} />}
      </Known>
    </Panel>
  )
}
