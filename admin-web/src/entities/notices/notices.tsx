import { ToastStack } from '@kismet/ui/feedback/toast.tsx'
import type { ReactNode } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { noticeClosed, selectNotices } from './notices-slice.ts'

/** What happened. Good news leaves after 5 s, what failed stays until it is closed. */
export function Notices(): ReactNode {
  const dispatch = useAppDispatch()
  return <ToastStack toasts={useAppSelector(selectNotices)} onClose={(id) => dispatch(noticeClosed(id))} />
}
