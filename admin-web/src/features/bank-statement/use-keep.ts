import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import type { BankColumns } from '@kismet/contracts'
import { useEffect, useRef } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { useIsLeaving } from '../../core/leaving.ts'
import { useTell } from '../../entities/notices/use-tell.ts'
import { usePostBankStatementMutation } from './bank-api.ts'

/** Why a file was not kept, as far as anybody knows. */
export const notKeptText = (error: CallError): string =>
  `${errorDetail(error) ?? 'The statement was not stored.'}${isOutcomeUnknown(error) ? ' Sending it again is safe.' : ''}`

interface Keeping {
  readonly keep: (columns: BankColumns) => Promise<void>
  readonly isKeeping: boolean
  /** Why the last try failed. */
  readonly postError: CallError | null
}

/** Keeps a file with its columns, and goes on to it, unless somebody looks at another page by now: they stay there, and are told. */
export function useKeep(file: File, onKept: (id: string) => void): Keeping {
  const tell = useTell()
  const [post, { error, isLoading }] = usePostBankStatementMutation()
  const isLeaving = useIsLeaving()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = !isLeaving
    return () => void (isHere.current = false)
  }, [isLeaving])
  const keep = async (columns: BankColumns): Promise<void> => {
    const kept = await post({ file, columns })
    const { statement, isKnown = false } = kept.data ?? {}
    if (isKnown) tell('good', 'Read before', 'This file was imported before. No change.')
    if (isHere.current) {
      if (statement) onKept(statement._id)
    } else if (statement) {
      if (!isKnown) tell('good', 'Statement read', `${file.name} waits under Bank statement.`)
    } else tell('bad', 'Statement not read', notKeptText(asCallError(kept.error ?? {})))
  }
  return { keep, isKeeping: isLoading, postError: error === undefined ? null : asCallError(error) }
}
