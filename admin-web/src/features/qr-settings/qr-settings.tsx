import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { QueryState } from '../../core/table/query-state.tsx'
import { useGetDepositSettingsQuery } from '../../entities/site/settings-api.ts'
import { QrForm } from './qr-form.tsx'

/** The deposit settings, once they are known. Another admin may have changed them since: they are read anew by whoever comes, or comes back to the window. */
export function QrSettings(): ReactNode {
  const result = useGetDepositSettingsQuery({}, { refetchOnMountOrArgChange: true })
  const onFocus = useEffectEvent(() => void result.refetch())
  useEffect(() => {
    const onShown = (): void => onFocus()
    window.addEventListener('focus', onShown)
    return () => window.removeEventListener('focus', onShown)
  }, [])
  return (
    <QueryState
      what="settings"
      result={result}
      fallback={<Skeleton variant="table" rows={4} label="Loading settings" />}
    >
      {({ settings }) => <QrForm settings={settings} />}
    </QueryState>
  )
}
