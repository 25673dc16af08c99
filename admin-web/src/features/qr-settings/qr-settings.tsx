import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import type { ReactNode } from 'react'
import { Known } from '../../core/table/known.tsx'
import { useGetDepositSettingsQuery } from '../../entities/site/settings-api.ts'
import { QrForm } from './qr-form.tsx'

/** The deposit settings, once they are known. */
export function QrSettings(): ReactNode {
  const result = useGetDepositSettingsQuery({})
  return (
    <Known what="settings" result={result} coming={<Skeleton look="table" rows={4} label="Loading settings" />}>
      {({ settings }) => <QrForm settings={settings} />}
    </Known>
  )
}
