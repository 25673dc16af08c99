import { Banner, ToastStack } from '@kismet/ui/feedback/toast.tsx'
import type { ReactNode } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { bannerClosed, selectBanner, selectToasts, toastClosed } from './notices-slice.ts'

/** The toasts of the app. */
export function Toasts(): ReactNode {
  const dispatch = useAppDispatch()
  return <ToastStack toasts={useAppSelector(selectToasts)} onClose={(id) => dispatch(toastClosed(id))} />
}

/** The banner, where there is one. */
export function NoticeBanner(): ReactNode {
  const dispatch = useAppDispatch()
  const banner = useAppSelector(selectBanner)
  if (!banner) return null
  return (
    <Banner
      key={banner.id}
      text={banner.text}
      durationMs={banner.durationMs}
      onClose={() => dispatch(bannerClosed())}
    />
  )
}
