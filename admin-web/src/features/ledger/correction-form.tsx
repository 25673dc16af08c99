import { asCallError, isOutcomeUnknown, leavesOpen } from '@kismet/app-kit/call-error.ts'
import { newIdempotencyKey } from '@kismet/app-kit/random.ts'
import { proposeCorrection } from '@kismet/contracts'
import type { CorrectionAccount, Input } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { SelectField, TextArea, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { parseRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { useKept } from '../../core/kept-drafts.ts'
import { useAppDispatch } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { useProposeCorrectionMutation } from './ledger-api.ts'
import styles from './ledger.module.css'
import layout from '../../core/columns.module.css'

interface Draft {
  readonly playerId: string
  readonly direction: 'give' | 'take'
  readonly amount: string
  readonly account: CorrectionAccount
  readonly reason: string
}
type Field = keyof Input<typeof proposeCorrection>
type Problems = Partial<Record<Field, string>>

const empty: Draft = { playerId: '', direction: 'give', amount: '', account: 'outside', reason: '' }
const directions = [
  { value: 'give', label: 'Give to the player' },
  { value: 'take', label: 'Take from the player' },
] as const
const accounts: readonly (readonly [CorrectionAccount, string])[] = [
  ['outside', 'Cash in and out: a deposit or payout was booked wrongly'],
  ['house', 'Winnings of the house: a bet was settled wrongly'],
  ['bonus', 'Bonuses'],
]

/** The proposal that a draft stands for, or what is wrong with each field, in the words of the contract. */
function readDraft({
  direction,
  ...draft
}: Draft): { input: Input<typeof proposeCorrection> } | { problems: Problems } {
  const paise = parseRupees(draft.amount) ?? Number.NaN
  const rupees = (direction === 'give' ? paise : -paise) / 100
  const read = proposeCorrection.input.safeParse({ ...draft, playerId: draft.playerId.trim(), amount: rupees })
  if (read.success) return { input: read.data }
  const problems: Problems = {}
  for (const { path, message } of read.error.issues) problems[path[0] as Field] ??= message
  return { problems }
}

interface FieldsProps {
  draft: Draft
  problems: Problems
  /** It is being sent. */
  locked: boolean
  write: (change: Partial<Draft>) => void
}

function Fields({ draft, problems, locked, write }: FieldsProps): ReactNode {
  return (
    <>
      <TextField
        label="Player's id"
        mono
        autoComplete="off"
        spellCheck={false}
        readOnly={locked}
        value={draft.playerId}
        error={problems.playerId}
        onChange={(event) => write({ playerId: event.target.value })}
      />
      <Segmented
        label="Direction"
        options={directions}
        value={draft.direction}
        disabled={locked}
        onChange={(direction) => write({ direction })}
      />
      <AmountField
        label="Amount"
        text={draft.amount}
        error={problems.amount}
        locked={locked}
        onText={(amount) => write({ amount })}
      />
      <SelectField
        label="Borne by"
        value={draft.account}
        disabled={locked}
        error={problems.account}
        onChange={(event) => write({ account: event.target.value as CorrectionAccount })}
      >
        {accounts.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Reason"
        rows={2}
        hint="What went wrong, with the id of the bet or request. It stays in the ledger's log."
        value={draft.reason}
        readOnly={locked}
        error={problems.reason}
        onChange={(event) => write({ reason: event.target.value })}
      />
    </>
  )
}

/** What was written, and what was sent and not refused, each with its key: it may be proposed. */
interface Proposal {
  readonly draft: Draft
  /** Keys by `contentOf` what was sent. */
  readonly sent: Readonly<Partial<Record<string, string>>>
}
const nothing: Proposal = { draft: empty, sent: {} }
const contentOf = (input: Input<typeof proposeCorrection>): string => JSON.stringify(input)

/** The draft of a correction, or a proposal with an unknown outcome. */
export const useKeptProposal = (): ReturnType<typeof useKept<Proposal>> => useKept('correction')

/** A warning that a proposal has an unknown outcome, and how to avoid a second proposal. */
function Unclear({ isWritten }: { isWritten: boolean }): ReactNode {
  return (
    <Notice tone="bad">
      {isWritten
        ? 'No answer from the server. The correction may have been proposed. Send it again unchanged: it is proposed only once.'
        : 'No answer to an earlier proposal. It may have been proposed. Enter it again unchanged: it is proposed only once.'}
    </Notice>
  )
}

/** Sends the draft. The same content keeps its idempotency key until its outcome is known, even if another draft is sent meanwhile. */
function useSend(setProblems: (problems: Problems) => void, onDone: () => void) {
  const dispatch = useAppDispatch()
  const [{ draft, sent } = nothing, keep] = useKeptProposal()
  const [propose, { isLoading, error, reset }] = useProposeCorrectionMutation({ fixedCacheKey: 'correction' })
  const submit = async (): Promise<void> => {
    const read = readDraft(draft)
    if ('problems' in read) {
      setProblems(read.problems)
      return
    }
    const of = contentOf(read.input)
    const known = sent[of]
    const idempotencyKey = known ?? newIdempotencyKey()
    const { [of]: _, ...others } = sent
    keep(() => ({ draft, sent: { ...others, [of]: idempotencyKey } }))
    const result = await propose({ input: read.input, idempotencyKey })
    if (result.error) {
      const why = asCallError(result.error)
      const isOpen = isOutcomeUnknown(why) || (known !== undefined && leavesOpen(why))
      if (!isOpen) keep(() => ({ draft, sent: others }))
      return
    }
    dispatch(noticeShown('good', 'Proposed. Another admin must approve it.'))
    reset()
    if (Object.keys(others).length > 0) keep(() => ({ draft: empty, sent: others }))
    else onDone()
  }
  return { submit, isLoading, failure: error && asCallError(error), reset }
}

/** Proposes a correction. A retry of the same proposal has the same key, so that it stands there once. */
export function CorrectionForm({ onClose }: { onClose: () => void }): ReactNode {
  const [{ draft, sent } = nothing, keep] = useKeptProposal()
  const [problems, setProblems] = useState<Problems>({})
  const close = (): void => {
    keep(() => undefined)
    onClose()
  }
  const { submit, isLoading, failure, reset } = useSend(setProblems, close)
  const read = readDraft(draft)
  // Kept over the end of a session, which forgets answers.
  const isUnclear = Object.keys(sent).length > 0 && !isLoading
  const write = (change: Partial<Draft>): void => {
    keep(() => ({ draft: { ...draft, ...change }, sent }))
    setProblems({})
    if (failure) reset()
  }
  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Propose a correction">
      <Fields draft={draft} problems={problems} locked={isLoading} write={write} />
      {failure && !isOutcomeUnknown(failure) && <Notice tone="bad">{errorDetail(failure)}</Notice>}
      {isUnclear && <Unclear isWritten={'input' in read && contentOf(read.input) in sent} />}
      <p className={layout.row}>
        <Button
          kind="bare"
          disabled={isLoading}
          onClick={() => {
            reset()
            close()
          }}
        >
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={isLoading}>
          Propose
        </Button>
      </p>
    </Form>
  )
}
