import { Row } from '@kismet/ui/layout/layout.tsx'
import { proposeCorrection } from '@kismet/contracts'
import type { CorrectionAccount } from '@kismet/contracts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { SelectField, TextArea, TextField } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { useIsOpen } from '@kismet/ui/feedback/use-is-open.ts'
import { parseRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import type { Fields } from '../../core/fields.ts'
import { useFields } from '../../core/fields.ts'
import { api } from '../../core/api.ts'
import { useAppDispatch } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { fromMoneyContract } from '../../entities/session/from-contract.ts'
import { useOrder } from '../../entities/session/orders.ts'
import styles from './ledger.module.css'

const Draft = z.object({
  playerId: z.string(),
  direction: z.enum(['give', 'take']),
  amount: z.string(),
  account: proposeCorrection.input.shape.account,
  reason: z.string(),
})
type Draft = z.output<typeof Draft>

const empty: Draft = { playerId: '', direction: 'give', amount: '', account: 'outside', reason: '' }

/** The proposal that a draft stands for, checked by the contract. */
const Proposal = Draft.transform(({ direction, amount, playerId, ...draft }) => {
  const paise = parseRupees(amount) ?? Number.NaN
  return { ...draft, playerId: playerId.trim(), amount: (direction === 'give' ? paise : -paise) / 100 }
}).pipe(proposeCorrection.input)

const intentOf = (proposal: z.output<typeof Proposal>): string => JSON.stringify(proposal)

const directions = [
  { value: 'give', label: 'Give to the player' },
  { value: 'take', label: 'Take from the player' },
] as const
const accounts: readonly (readonly [CorrectionAccount, string])[] = [
  ['outside', 'Cash in and out: a deposit or payout was booked wrongly'],
  ['house', 'Winnings of the house: a bet was settled wrongly'],
  ['bonus', 'Bonuses'],
]

interface FieldsProps {
  fields: Fields<Draft, z.output<typeof Proposal>>
  /** It is being sent. */
  locked: boolean
}

function ProposalFields({ fields: { text, choice, problemOf }, locked }: FieldsProps): ReactNode {
  const direction = choice('direction')
  const amount = choice('amount')
  return (
    <>
      <TextField
        label="Player's id"
        mono
        autoComplete="off"
        spellCheck={false}
        readOnly={locked}
        {...text('playerId')}
      />
      <Segmented label="Direction" options={directions} disabled={locked} {...direction} />
      <AmountField
        label="Amount"
        text={amount.value}
        error={problemOf('amount')}
        locked={locked}
        onText={amount.onChange}
      />
      <SelectField label="Borne by" disabled={locked} {...text('account')}>
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
        readOnly={locked}
        {...text('reason')}
      />
    </>
  )
}

/** The draft of a correction, and proposals with an unknown outcome. They go with a logout by hand. */
const useProposals = () => useOrder({ name: 'correction', draft: Draft, empty, facts: z.null(), untilLogout: true })

/** Whether a correction is written, or may have been proposed. */
export function useIsProposing(): boolean {
  const { draft, orders } = useProposals()
  return draft !== empty || orders.length > 0
}

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

const refused = 'The correction was refused.'
const propose = fromMoneyContract(proposeCorrection).queryFn

/** Proposes a correction. A retry of the same proposal has the same key, so that it stands there once. */
export function CorrectionForm({ onClose }: { onClose: () => void }): ReactNode {
  const dispatch = useAppDispatch()
  const { draft, change, orders, busy, send, found } = useProposals()
  const fields = useFields(Proposal, draft, (typed) => change(() => typed))
  const isOpen = useIsOpen()
  const unclear = orders.filter((order) => order.state === 'unknown')
  const onSubmit = fields.submit(async (input) => {
    const intent = intentOf(input)
    const ended = await send({
      intent,
      facts: null,
      send: (callApi, { key }) => propose({ input, idempotencyKey: key }, callApi),
      // The admin decides whether to send it again.
      times: 0,
    })
    if (ended === null) return
    dispatch(api.util.invalidateTags(['Ledger']))
    if (ended.is !== 'done') {
      if (ended.is === 'lost') return
      const why = errorDetail(ended.error)
      fields.refuse(why ?? refused)
      if (!isOpen.current) dispatch(noticeShown('bad', refused, why))
      return
    }
    dispatch(noticeShown('good', 'Proposed. Another admin must approve it.'))
    change(() => empty)
    if (unclear.every((order) => order.intent === intent)) onClose()
    else fields.form.reset(empty)
  })
  const read = Proposal.safeParse(draft)
  return (
    <Form className={styles.form} onSubmit={onSubmit} aria-label="Propose a correction">
      <ProposalFields fields={fields} locked={busy} />
      {fields.problem !== undefined && <Notice tone="bad">{fields.problem}</Notice>}
      {unclear.length > 0 && !busy && (
        <Unclear isWritten={read.success && unclear.some(({ intent }) => intent === intentOf(read.data))} />
      )}
      <Row as="p" wrap gap={2}>
        <Button
          kind="bare"
          disabled={busy}
          onClick={() => {
            unclear.forEach(({ key }) => found(key))
            change(() => empty)
            onClose()
          }}
        >
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          Propose
        </Button>
      </Row>
    </Form>
  )
}
