import { getReportMail, setReportMail } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { api } from '../../core/api.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useChange } from '../../entities/notices/use-change.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'

const { useGetReportMailQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getReportMail: build.query({ ...fromContract(getReportMail), providesTags: ['ReportMail'] }),
  }),
})

/** The addresses as the field has them, one a line. */
function MailForm({ addresses }: { addresses: readonly string[] }): ReactNode {
  const { role } = useAdmin()
  const [text, setText] = useState(addresses.join('\n'))
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = useChange('ReportMail')
  const maySet = mayCall(setReportMail.route, role)
  const onSubmit = async (): Promise<void> => {
    const wanted = text.split(/[\s,;]+/).filter((address) => address !== '')
    const read = setReportMail.input.safeParse({ addresses: wanted })
    setProblem(read.success ? undefined : 'Write one email address a line, at most 20.')
    if (!read.success) return
    setBusy(true)
    await change(setReportMail, read.data, wanted.length === 0 ? 'The daily mail is off.' : 'The list is saved.')
    setBusy(false)
  }
  return (
    <Form onSubmit={onSubmit} aria-label="Daily mail">
      <TextArea
        label="Email addresses"
        rows={3}
        hint="One a line. The report of yesterday leaves after 00:10 IST. An empty list turns the mail off."
        readOnly={!maySet || isBusy}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      {maySet && (
        <Row>
          <Button type="submit" busy={isBusy}>
            Save
          </Button>
        </Row>
      )}
    </Form>
  )
}

/** Who gets the report of each day by mail. */
export function ReportMailPanel(): ReactNode {
  const result = useGetReportMailQuery({})
  return (
    <Panel title="Daily mail">
      <QueryState
        what="the list"
        result={result}
        fallback={<Skeleton variant="table" rows={2} label="Loading the list" />}
      >
        {({ addresses }) => <MailForm key={addresses.join()} addresses={addresses} />}
      </QueryState>
    </Panel>
  )
}
