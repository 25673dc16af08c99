import { getAlertRules } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import type { ReactNode } from 'react'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import { useAlertRules } from './alert-rules.ts'

/** Whether mails to owners have no address. False while unknown, and for roles that do not read the alerts. */
export function useOwnersGetNoMails(): boolean {
  const { data } = useAlertRules({}, { skip: !mayCall(getAlertRules.route, useAdmin().role) })
  return data?.addresses === 0
}

/** Says that owners get no mails. */
export function OwnerMailsNotice(): ReactNode {
  if (!useOwnersGetNoMails()) return null
  return (
    <Notice tone="bad">
      <b>Owners get no mails.</b> No address is set, so alerts and changes of settings are only in the log. The operator
      sets OWNER_MAILS.
    </Notice>
  )
}
