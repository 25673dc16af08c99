import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { SerializedError } from '@reduxjs/toolkit'
import { errorDetail, formErrorText } from '../../core/error-text.ts'
import { useTell } from '../notices/use-tell.ts'

/** What a mutation answers. */
interface Answered<Data> {
  readonly data?: Data | undefined
  readonly error?: CallError | SerializedError | undefined
}

/** What a form of an account shows for a failure. A change without an answer may have been carried out: `lost` says what then. */
export function failedText(error: CallError | SerializedError, fallback: string, lost: string): string {
  const failure = asCallError(error)
  return isOutcomeUnknown(failure) ? `No answer from the server: ${lost}` : formErrorText(failure, fallback)
}

const listTells = 'Your change may still have gone through. Check the list.'

/**
 * Sends a change of an account and says what became of it; `lost` says what to do where no answer came.
 * @returns what the server answered, undefined when it did not or said no
 */
export function useChange(): <Data>(
  sent: PromiseLike<Answered<Data>>,
  done: string,
  lost?: string,
) => Promise<Data | undefined> {
  const tell = useTell()
  return async (sent, done, lost = listTells) => {
    const { data, error } = await sent
    if (data !== undefined) tell('good', done)
    else if (error) {
      const failure = asCallError(error)
      if (isOutcomeUnknown(failure)) tell('bad', 'No answer came', lost)
      else tell('bad', 'No change was made', errorDetail(failure))
    }
    return data
  }
}
