import { textClass } from '@kismet/ui/class-names.ts'
import { getOwnAccount } from '@kismet/contracts'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Page } from '../core/page/page.tsx'
import { queryHook } from '../entities/session/from-contract.ts'
import { ClosePanel } from '../features/account/close-panel.tsx'
import { DataPanel } from '../features/account/data-panel.tsx'
import { NoticesPanel } from '../features/account/notices-panel.tsx'
import { PasswordPanel } from '../features/account/password-panel.tsx'
import { SessionsPanel } from '../features/account/sessions-panel.tsx'
import { YouPanel } from '../features/account/you-panel.tsx'

const useAccount = queryHook(getOwnAccount)

/** /account: who the player is, the password, the own sessions, what is held of them, and the end of the account. */
export function AccountPage(): ReactNode {
  const { data, error, isFetching, refetch } = useAccount({}, { refetchOnMountOrArgChange: true })
  const isMissing = data === undefined && error !== undefined
  const readAnew = (): void => void refetch()
  return (
    <Page intro={t`Your profile, your sessions and your data.`}>
      {data && error && <StaleNotice busy={isFetching} onRetry={readAnew} />}
      {isMissing && <ErrorState title={t`Your account could not be loaded`} busy={isFetching} onRetry={readAnew} />}
      <Stack gap="panels" wide="halves">
        <Stack gap="panels">
          {!isMissing && <YouPanel account={data} />}
          <PasswordPanel />
        </Stack>
        <Stack gap="panels">
          {!isMissing && <SessionsPanel sessions={data?.sessions} onChanged={readAnew} />}
          {/* How far below is not known before. */}
          <Stack gap="panels" className={textClass(!data && !error && 'unknown')}>
            {data?.notices && <NoticesPanel notices={data.notices} onChanged={readAnew} />}
            <DataPanel />
          </Stack>
        </Stack>
      </Stack>
      <ClosePanel />
    </Page>
  )
}
