import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { useEffect } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'

/** Says once what could not be loaded, and again when it fails after it was there (spec 8.4). */
export function useFailureNotice(
  error: CallError | { name?: string | undefined } | null | undefined,
  text: string,
): void {
  const dispatch = useAppDispatch()
  const failed = Boolean(error)
  const detail = error ? errorDetail(asCallError(error)) : null
  useEffect(() => {
    if (failed) dispatch(noticeShown('bad', text, detail))
  }, [failed, detail, text, dispatch])
}
