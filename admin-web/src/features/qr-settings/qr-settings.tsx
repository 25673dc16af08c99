import { asCallError } from '@kismet/app-kit/call-error.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { Nothing, Waiting } from '../../core/parts/nothing.tsx'
import { useGetDepositSettingsQuery } from '../../entities/site/site-api.ts'
import { QrForm } from './qr-form.tsx'

/** The deposit settings, once they are known. */
export function QrSettings(): ReactNode {
  const { data, error, refetch, isFetching } = useGetDepositSettingsQuery({})
  if (data) return <QrForm settings={data.settings} />
  if (!error) return <Waiting rows={4} label="Loading settings" />
  return (
    <Nothing failed icon={CircleAlert} title="Failed to load settings">
      <p>{errorDetail(asCallError(error))}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Nothing>
  )
}
