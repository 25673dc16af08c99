import { askBetterProof, BetterProofReason, limits } from '@kismet/contracts'
import type { OrOther } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Options, SelectField, TextArea } from '@kismet/ui/controls/text-field.tsx'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import ImagePlus from 'lucide-react/icons/image-plus'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { useFields } from '../../core/fields.ts'
import { useChange } from '../../entities/notices/use-change.ts'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'

const reasons: Readonly<Record<OrOther<BetterProofReason>, string>> = {
  unreadable: 'The proof is not readable',
  cut_off: 'The proof is cut off',
  no_utr: 'The proof does not show the UTR',
  other_payment: 'The proof is of another payment',
  see_note: 'Another reason, in your own words',
  other: 'Another reason',
}

interface QuestionProps {
  deposit: AdminDeposit
  onClose: () => void
}

/** Asks for the reason, which the player reads. */
function Question({ deposit: { _id: id, user, betterProofsLeft = 0 }, onClose }: QuestionProps): ReactNode {
  const change = useChange('Deposits')
  const fields = useFields(askBetterProof.input, { id, reason: 'unreadable', note: '' })
  const { setFocus } = fields.form
  // The dialog would begin at the note, where Enter sends the first reason of the list.
  useEffect(() => setFocus('reason'), [setFocus])
  const onConfirm = fields.submit(async (input) => {
    const lost = 'The player may have been asked. Check the request.'
    const answer = await change(askBetterProof, input, `${user.email} is asked for a better proof`, lost)
    // What was typed stays for another try.
    if (answer !== undefined) onClose()
  })
  return (
    <ConfirmDialog
      title="Ask for a better proof?"
      icon={ImagePlus}
      action="Ask"
      foot={`${betterProofsLeft} of ${limits.deposit.betterProofs} left for this request`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>The request stays pending, and the UTR stays as it is. The player sees the reason on the deposit page.</p>
      <SelectField {...fields.text('reason')} label="Reason">
        <Options of={BetterProofReason.options.map((reason) => [reason, reasons[reason]])} />
      </SelectField>
      <TextArea
        {...fields.text('note')}
        label="Note for the player"
        rows={2}
        maxLength={limits.deposit.reasonMaxLength}
      />
    </ConfirmDialog>
  )
}

/** What the player was asked for, and a button that asks for a better proof of a pending request. */
export function BetterProof({ deposit }: { deposit: AdminDeposit }): ReactNode {
  const { role } = useAdmin()
  const { status, betterProof = null, betterProofsLeft = 0 } = deposit
  if (status !== 'pending') return null
  const isAwaited = betterProof !== null && betterProof.sentAt === null
  const mayAsk = !isAwaited && betterProofsLeft > 0 && mayCall(askBetterProof.route, role)
  return (
    <Stack gap={2}>
      {betterProof !== null && (
        <Notice tone="info" icon={ImagePlus}>
          <b>
            {betterProof.sentAt === null
              ? `Better proof requested on ${formatDay(betterProof.askedAt)}`
              : `New proof of ${formatDay(betterProof.sentAt)}`}
          </b>
          <br />
          {reasons[betterProof.reason]}
          {betterProof.note !== null && `: “${betterProof.note}”`}
        </Notice>
      )}
      {mayAsk && (
        <Row>
          <Button
            icon={ImagePlus}
            onClick={() => void openDialog((close) => <Question deposit={deposit} onClose={close} />)}
          >
            Ask for a better proof
          </Button>
        </Row>
      )}
    </Stack>
  )
}
