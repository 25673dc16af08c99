import { Row } from '@kismet/ui/layout/layout.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { paise } from '@kismet/contracts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { Options, SelectField, TextArea, TextField } from '@kismet/ui/controls/text-field.tsx'
import { ConfirmDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import Scale from 'lucide-react/icons/scale'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { useFields } from '../../core/fields.ts'
import { playerPath } from '../../core/paths.ts'
import { useFindPlayerMutation, useGetPlayerFundsQuery, useGetPlayerQuery } from '../players/player-api.ts'
import type { Draft, Proposing } from './correction-order.ts'
import { accounts, useProposing } from './correction-order.ts'
import { PlayerCorrections } from './player-corrections.tsx'
import styles from './correction-form.module.css'

interface PlayerBalanceProps {
  playerId: string
  email: string | null | undefined
  /** In paise; undefined while it is not known. */
  balance: number | undefined
  /** Signed: the change in paise. NaN before an amount is typed. */
  change: number
}

/** Whose balance a correction changes, and how. */
export function PlayerBalance({ playerId, email, balance, change }: PlayerBalanceProps): ReactNode {
  const after = (balance ?? Number.NaN) + change
  return (
    <>
      <KeyValues
        variant="lines"
        rows={[
          {
            name: 'Player',
            value: <Link to={playerPath(playerId)}>{email ?? playerId}</Link>,
          },
          { name: 'Balance now', value: balance === undefined ? '-' : formatRupees(paise(balance)) },
          { name: 'Balance after', value: <b>{Number.isNaN(after) ? '-' : formatRupees(paise(after))}</b> },
        ]}
      />
      {after < 0 && <Notice tone="warn">The balance is too low. The ledger refuses this correction.</Notice>}
    </>
  )
}

/** The same, with the present balance from the server. */
function PresentBalance({ playerId, change }: Pick<PlayerBalanceProps, 'playerId' | 'change'>): ReactNode {
  const { data } = useGetPlayerQuery({ id: playerId })
  const { data: accounts } = useGetPlayerFundsQuery({ id: playerId })
  return (
    <PlayerBalance playerId={playerId} email={data?.player.email} balance={accounts?.funds.balance} change={change} />
  )
}

const directions = [
  { value: 'give', label: 'Give to the player' },
  { value: 'take', label: 'Take from the player' },
] as const

/** That a proposal has an unknown outcome. */
function Unclear({ is, playerId }: NonNullable<Proposing['unclear']>): ReactNode {
  const { data } = useGetPlayerQuery({ id: playerId })
  return (
    <Notice tone="bad">
      {is === 'same'
        ? 'No answer from the server. The correction may have been proposed. Send it again unchanged: it is proposed only once.'
        : `No answer to an earlier proposal for ${data?.player.email ?? playerId}. It may have been proposed. Enter it again unchanged: it is proposed only once.`}
    </Notice>
  )
}

function ProposalFields({ playerId, proposing }: { playerId: string; proposing: Proposing }): ReactNode {
  const { fields, busy: locked, unclear } = proposing
  const { text, choice, problemOf, problem } = fields
  const amount = choice('amount')
  return (
    <>
      <PresentBalance playerId={playerId} change={proposing.paise} />
      <Segmented label="Direction" options={directions} disabled={locked} {...choice('direction')} />
      <AmountField
        label="Amount"
        text={amount.value}
        error={problemOf('amount')}
        locked={locked}
        onText={amount.onChange}
      />
      <SelectField label="Borne by" disabled={locked} {...text('account')}>
        <Options of={accounts} />
      </SelectField>
      <TextArea
        label="Reason"
        rows={2}
        hint="What went wrong, with the id of the bet or request. It stays at the ledger entry."
        readOnly={locked}
        {...text('reason')}
      />
      <PlayerCorrections playerId={playerId} change={proposing.paise} />
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {unclear !== null && <Unclear {...unclear} />}
    </>
  )
}

interface FormProps {
  playerId: string
  /** What a page proposes. The draft of this player stays. */
  start?: Draft
  onClose: () => void
}

/** Proposes a correction of one player, in a panel. */
export function CorrectionForm({ playerId, onClose }: FormProps): ReactNode {
  const proposing = useProposing(playerId, onClose)
  const { busy, drop, onSubmit } = proposing
  return (
    <Form className={styles.form} onSubmit={onSubmit} aria-label="Propose a correction">
      <ProposalFields playerId={playerId} proposing={proposing} />
      <Row as="p" wrap gap={2}>
        <Button
          kind="bare"
          disabled={busy}
          onClick={() => {
            drop()
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

/** The same, over the page of the player. A proposal with an unknown outcome stays on the page of the ledger. */
export function CorrectionDialog({ playerId, start, onClose }: FormProps): ReactNode {
  const proposing = useProposing(playerId, onClose, start)
  const { unclear, drop, onSubmit } = proposing
  return (
    <ConfirmDialog
      title="Correct the balance"
      icon={Scale}
      action="Propose"
      foot="Booked when another admin approves it."
      onConfirm={onSubmit}
      onClose={() => {
        if (unclear === null) drop()
        onClose()
      }}
    >
      <ProposalFields playerId={playerId} proposing={proposing} />
    </ConfirmDialog>
  )
}

const Typed = z.object({ player: z.string().trim().min(1, { error: 'Enter the e-mail or the id of the player.' }) })

/** Finds the player of a correction. */
export function FindPlayer({ onFound, onClose }: { onFound: (id: string) => void; onClose: () => void }): ReactNode {
  const [find, { isLoading }] = useFindPlayerMutation()
  const fields = useFields(Typed, { player: '' })
  const onSubmit = fields.submit(async ({ player }) => {
    const { data, error } = await find(player)
    if (error) fields.refuse(errorDetail(asCallError(error)) ?? 'Failed to look for the player.')
    else if (data === null) fields.refuse('No player has this e-mail or id.', 'player')
    else onFound(data._id)
  })
  return (
    <Form className={styles.form} onSubmit={onSubmit} aria-label="Find the player">
      <TextField label="Player's e-mail or id" autoComplete="off" spellCheck={false} {...fields.text('player')} />
      {fields.problem !== undefined && <Notice tone="bad">{fields.problem}</Notice>}
      <Row as="p" wrap gap={2}>
        <Button kind="bare" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isLoading}>
          Next
        </Button>
      </Row>
    </Form>
  )
}
