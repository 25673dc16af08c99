import { getReportMail, setReportMail } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { typedAs } from '../../core/fields.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import { SettingsPanel } from '../../entities/page/settings-panel.tsx'
import { queryOf } from '../../entities/session/from-contract.ts'

const useReportMail = queryOf(getReportMail, ['ReportMail'])

/** The addresses as the field has them, one a line. */
const Typed = z.object({
  addresses: typedAs(setReportMail.input.shape.addresses, (text) =>
    text.split(/[\s,;]+/).filter((address) => address !== ''),
  ),
})

/** Who gets the report of each day by mail. */
export function ReportMailPanel(): ReactNode {
  const result = useReportMail({})
  const change = useChange('ReportMail')
  return (
    <SettingsPanel
      title="Daily mail"
      what="the list"
      result={result}
      setter={setReportMail}
      schema={Typed}
      textsOf={({ addresses }) => ({ addresses: addresses.join('\n') })}
      fieldsOf={() => [
        {
          ...{ name: 'addresses', label: 'Email addresses', rows: 3 },
          hint: 'One a line. The report of yesterday leaves after 00:10 IST. An empty list turns the mail off.',
        },
      ]}
      word="Save"
      save={async (read) => {
        const done = read.addresses.length === 0 ? 'The daily mail is off.' : 'The list is saved.'
        return (await change(setReportMail, read, done)) !== undefined
      }}
    />
  )
}
