import { settlePayoutProblem } from '@kismet/contracts'
import type { PayoutProblem } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useFields } from '../../core/fields.ts'
import type { Column } from '../../core/table/table.ts'
import { CorrectBalance } from '../../entities/ledger/correct-balance.tsx'
import { useChange } from '../../entities/notices/use-change.ts'
import type { PayoutMatch } from './use-pay-debits.ts'

const problemWords: Readonly<Record<PayoutProblem | 'other', readonly [word: string, hint: string]>> = {
  amount: ['Other amount', 'The row names a withdrawal with another amount. Ask the bank.'],
  rejected: ['Paid, but rejected', 'The player has the money at the bank and in the balance. Correct the balance.'],
  twice: ['Paid twice', 'Another row pays the withdrawal too. Ask the bank, or correct the balance.'],
  returned: [
    'Returned',
    'The bank returned a payout, or a payer wrote the id in a note. Ask the bank. If the payout is booked and came back, correct the balance.',
  ],
  deposit_returned: ['Deposit returned', 'If the deposit of the credit is approved, correct the balance.'],
  other: ['Other', ''],
}

/** The problem of a row in short, and what to do. */
export const problemOf = ({ problem }: PayoutMatch): readonly [word: string, hint: string] =>
  problemWords[problem ?? 'other']

export const problemColumn: Column<PayoutMatch> = {
  title: 'Problem',
  text: (match) => match.problem ?? '',
  cell: (match) => (
    <Tag tone="bad" icon={TriangleAlert}>
      {problemOf(match)[0]}
    </Tag>
  ),
  place: 'line',
}

/** What the problem adds to the balance of its player once it is corrected, in paise; null where no correction fits. */
function correctionOf({ amount, problem, withdrawal }: PayoutMatch): number | null {
  if (withdrawal === null) return null
  const isPaid = withdrawal.status === 'approved'
  switch (problem) {
    case 'rejected':
      return amount
    case 'twice':
      return isPaid ? amount : null
    case 'returned':
      return isPaid && amount > 0 ? amount : null
    case 'amount':
      return isPaid ? withdrawal.amount + amount : null
    default:
      return null
  }
}

/** Opens the correction of the balance that the problem takes. */
function Correct({ match }: { match: PayoutMatch }): ReactNode {
  const { withdrawal, row, day } = match
  const paise = correctionOf(match)
  if (withdrawal === null || paise === null) return null
  const bank = `the bank has ${formatNet(match.amount)} on ${day}, row ${row}`
  const reason = `Withdrawal ${withdrawal._id} of ${formatRupees(withdrawal.amount)}, ${problemOf(match)[0]}: ${bank}.`
  return <CorrectBalance playerId={withdrawal.user._id} shown={{ paise, reason }} />
}

interface SettleProps {
  rowId: string
  withdrawalId: string
  problem: PayoutMatch['problem']
  onClose: () => void
}

function SettleDialog({ rowId, withdrawalId, problem, onClose }: SettleProps): ReactNode {
  const change = useChange('Withdrawals')
  const fields = useFields(settlePayoutProblem.input, { rowId, withdrawalId, problem: problem ?? undefined, note: '' })
  const onConfirm = fields.submit(async (input) => {
    const answer = await change(settlePayoutProblem, input, 'The problem is resolved.')
    // What was typed stays for another try.
    if (answer !== undefined) onClose()
  })
  return (
    <ConfirmDialog title="Resolve this problem?" icon={Check} action="Resolve" onConfirm={onConfirm} onClose={onClose}>
      <p>The row moves to Resolved. No balance changes.</p>
      <TextArea
        label="What became of the money"
        rows={3}
        hint="A note about the withdrawal. All admins can read it, the player cannot."
        {...fields.text('note')}
      />
    </ConfirmDialog>
  )
}

/** What an admin can do about a problem; a resolved problem can still be corrected. */
export const stepsOf = (tab: 'problem' | 'settled'): Column<PayoutMatch> => ({
  title: 'Decision',
  text: () => '',
  cell: (match) => {
    const { rowId, withdrawal, problem } = match
    if (withdrawal === null) return null
    return (
      <Row as="span" gap={2}>
        <Correct match={match} />
        {tab === 'problem' && (
          <Button
            icon={Check}
            onClick={() =>
              void openDialog((close) => (
                <SettleDialog rowId={rowId} withdrawalId={withdrawal._id} problem={problem} onClose={close} />
              ))
            }
          >
            Resolve
          </Button>
        )}
      </Row>
    )
  },
  place: 'line',
})
