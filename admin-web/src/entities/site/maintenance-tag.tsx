import { Tag } from '@kismet/ui/feedback/tag.tsx'
import Check from 'lucide-react/icons/check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import { useGetSiteMaintenanceQuery } from './site-api.ts'

/** Whether the site is under maintenance, as far as it is known: a check that failed says neither on nor off. */
export function MaintenanceTag(): ReactNode {
  const { data, error } = useGetSiteMaintenanceQuery({})
  if (error)
    return (
      <Tag tone="warn" icon={CircleQuestionMark}>
        {data ? `Unknown, was ${data.siteMaintenance ? 'on' : 'off'}` : 'Unknown'}
      </Tag>
    )
  if (!data) return null
  const { siteMaintenance: on } = data
  return (
    <Tag tone={on ? 'warn' : 'good'} icon={on ? Wrench : Check}>
      {on ? 'On' : 'Off'}
    </Tag>
  )
}
