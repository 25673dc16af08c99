import { asCallError } from '@kismet/app-kit/call-error.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { useGetDepositSettingsQuery } from '../../entities/site/settings-api.ts'
import { QrForm } from './qr-form.tsx'

/** The deposit settings, once they are known. */
export function QrSettings(): ReactNode {
  const result = useGetDepositSettingsQuery({})
  const { data, error, refetch, isFetching } = result
  if (data)
    return (
      <>
        <StaleNote text="Failed to load settings." listing={standingOf(result)} />
        <QrForm settings={data.settings} />
      </>
    )
  if (!error) return <Skeleton look="table" rows={4} label="Loading settings" />
  return (
    <ErrorState icon={CircleAlert} title="Failed to load settings" busy={isFetching} onRetry={() => void refetch()}>
      {errorDetail(asCallError(error))}
    </ErrorState>
  )
}
