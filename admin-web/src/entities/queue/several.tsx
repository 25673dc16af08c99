import { selectIsOffline } from '@kismet/app-kit/live/connection-slice.ts'
import { decidedAtOnce, decideSeveral } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Button, IconButton } from '@kismet/ui/controls/button.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { Options, SelectField, TextField } from '@kismet/ui/controls/text-field.tsx'
import { openDialog } from '@kismet/ui/feedback/confirm.tsx'
import { ConfirmDialog, InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row as Line } from '@kismet/ui/layout/layout.tsx'
import Check from 'lucide-react/icons/check'
import ListChecks from 'lucide-react/icons/list-checks'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { Ticks } from '../../core/table/data-table.tsx'
import { useTicks } from '../../core/table/use-ticks.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'
import { NotesTag } from './admin-notes.tsx'
import { BetterProofTag } from './better-proof-tag.tsx'
import type { ChosenReason } from './decision.ts'
import { choicesOf, isOther, reasonMaxLength, reasonText } from './decision.ts'
import type { QueuePort, QueueRequest, Row } from './request.ts'
import { RiskTags } from './risk-tags.tsx'
import type { Decided } from './several-api.ts'
import { useDecideSeveral } from './several-api.ts'
import styles from './several.module.css'
import { currentClaim } from './use-claim.ts'
import type { RequestQueue } from './use-request-queue.ts'

const sumOf = (requests: readonly QueueRequest[]): string =>
  formatRupees(requests.reduce((total, { amount }) => total + amount, 0))
const approveWord = ({ kind }: Pick<QueuePort<QueueRequest>, 'kind'>): string =>
  kind === 'deposit' ? 'Approve' : 'Mark paid'

interface SkippedProps {
  told: readonly Decided<QueueRequest>[]
  /** What became of the others: approved. */
  done: string
  onClose: () => void
}

/** How many were decided, with their sum, and the requests that keep their state, each with the reason. */
function Skipped({ told, done, onClose }: SkippedProps): ReactNode {
  const skipped = told.filter(({ why }) => why !== null)
  const decided = told.filter(({ why }) => why === null).map(({ request }) => request)
  const title = `${formatCount(decided.length)} of ${formatCount(told.length)} ${done}, ${sumOf(decided)}`
  return (
    <InfoDialog title={title} onClose={onClose}>
      <ul className={styles.list} aria-label="Not decided">
        {skipped.map(({ request, why }) => (
          <li key={request._id}>
            <b>
              {formatRupees(request.amount)} of {request.user.email}
            </b>
            <span className={textClass('mute')}>{why}</span>
          </li>
        ))}
      </ul>
    </InfoDialog>
  )
}

/** The requests that want a look of their own before a decision about several. */
function Doubted({ requests, nowMs }: { requests: readonly QueueRequest[]; nowMs: number }): ReactNode {
  const { _id: adminId } = useAdmin()
  const claimOf = (request: QueueRequest) => {
    const claim = currentClaim(request, nowMs)
    return claim === null || claim.adminId === adminId ? null : claim
  }
  const needsLook = ({ risks, notes, betterProof }: QueueRequest): boolean =>
    risks.length > 0 || notes > 0 || betterProof?.sentAt === null
  const doubted = requests.filter((one) => needsLook(one) || claimOf(one) !== null)
  if (doubted.length === 0) return null
  return (
    <div>
      <b className={textClass('strong')}>
        {formatCount(doubted.length)} of {formatCount(requests.length)} {doubted.length === 1 ? 'needs' : 'need'} a
        closer look:
      </b>
      <ul className={styles.list}>
        {doubted.map((request) => (
          <li key={request._id}>
            <Line as="span" wrap gap={1}>
              {request.user.email}, {formatRupees(request.amount)} <RiskTags risks={request.risks} />
              {request.betterProof && <BetterProofTag of={request.betterProof} />}
              <NotesTag notes={request.notes} />
              {claimOf(request) !== null && <Tag tone="warn">{claimOf(request)?.by} has claimed it</Tag>}
            </Line>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** For how many deposits the bank has a row, and for how many it has not. */
function BankRows({ requests }: { requests: readonly QueueRequest[] }): ReactNode {
  const known = requests.filter(({ bank }) => bank)
  const withRow = known.filter(({ bank }) => bank === 'row').length
  if (known.length === 0) return null
  return (
    <p>
      <b className={textClass('strong')}>
        {formatCount(withRow)} with a bank row, {formatCount(known.length - withRow)} without a bank row of this amount.
      </b>
    </p>
  )
}

/** One reason for all, as a choice or in own words. */
function ReasonFields({
  ready,
  reason,
  onReason,
}: {
  ready: readonly string[]
  reason: ChosenReason
  onReason: (reason: ChosenReason) => void
}): ReactNode {
  return (
    <>
      <SelectField
        label="Reason"
        hint="Each player reads it."
        value={reason.choice ?? ''}
        onChange={({ target }) => onReason({ ...reason, choice: target.value === '' ? null : target.value })}
      >
        <option value="">No reason</option>
        <Options of={choicesOf(ready)} />
      </SelectField>
      {isOther(reason) && (
        <TextField
          label="Your words"
          maxLength={reasonMaxLength}
          value={reason.own}
          onChange={({ target }) => onReason({ ...reason, own: target.value })}
        />
      )}
    </>
  )
}

interface DecideProps<Request extends QueueRequest> {
  port: QueuePort<Request>
  requests: readonly Request[]
  status: 'approved' | 'rejected'
  nowMs: number
  onClose: () => void
}

/** Asks before one decision about several requests, sends it, and tells what became of each. */
function DecideDialog<Request extends QueueRequest>(props: DecideProps<Request>): ReactNode {
  const { port, requests, status, nowMs, onClose } = props
  const dispatch = useAppDispatch()
  const decide = useDecideSeveral<Request>(port.kind)
  const [reason, setReason] = useState<ChosenReason>({ choice: null, own: '' })
  const isApproval = status === 'approved'
  const word = isApproval ? approveWord(port) : 'Reject'
  const onConfirm = async (): Promise<void> => {
    const adminReason = isApproval ? undefined : reasonText(reason)
    const told = await decide(requests, { status, ...(adminReason !== undefined && { adminReason }) })
    onClose()
    const done = port.kind === 'withdrawal' && isApproval ? 'marked as paid' : status
    if (told.some(({ why }) => why !== null))
      void openDialog((close) => <Skipped {...{ told, done }} onClose={close} />)
    else dispatch(toastShown('good', `${countText(told.length, port.kind)} ${done}`, `${sumOf(requests)} in all.`))
  }
  return (
    <ConfirmDialog
      title={`${word}: ${countText(requests.length, port.kind)}, ${sumOf(requests)}?`}
      icon={isApproval ? Check : X}
      action={`${word} ${formatCount(requests.length)}`}
      isDangerous={!isApproval}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isApproval ? (
        <p>
          <b className={textClass('strong')}>
            {port.kind === 'deposit' ? 'Is the money of each in the bank?' : 'Is each of them paid at the bank?'}
          </b>{' '}
          {port.kind === 'withdrawal' && 'They are booked as paid out without a bank reference. '}
          Each is decided by itself, with all checks of a single approval. Those that take two admins are skipped.
        </p>
      ) : (
        <>
          <p>Each is rejected by itself, with its own entry in the audit log.</p>
          <ReasonFields ready={port.reasons} reason={reason} onReason={setReason} />
        </>
      )}
      <BankRows requests={requests} />
      <Doubted requests={requests} nowMs={nowMs} />
    </ConfirmDialog>
  )
}

export interface Several<Request> {
  /** Turns the boxes on and off; null for who may not decide, and in a list that is no queue. */
  readonly button: ReactNode
  /** Absent while the boxes are off. */
  readonly ticks: Ticks<Row<Request>> | undefined
  /** Below the list; null while the boxes are off. */
  readonly bar: ReactNode
  /** Whether the decisions and their keys are about the ticked requests, beside the open one. */
  readonly areTicked: boolean
}

/** Boxes before the requests of a queue, and the decisions about those that are ticked. */
export function useSeveral<Request extends QueueRequest>(queue: RequestQueue<Request>): Several<Request> {
  const { port, listing, isPhone, isQueue, nowMs } = queue
  const { role } = useAdmin()
  const [isOn, setOn] = useState(false)
  const isOffline = useAppSelector(selectIsOffline)
  // A new risk hint or another amount removes the tick.
  const keyOf = ({ request }: Row<Request>) => `${request._id} ${request.amount} ${request.risks.join(' ')}`
  const labelOf = ({ request }: Row<Request>) => `${formatRupees(request.amount)} of ${request.user.email}`
  const waiting = listing.rows.filter(({ left }) => !left)
  const { ticked, ticks } = useTicks({ ...listing, rows: waiting }, keyOf, labelOf, () => false)
  const requests = ticked.map(({ request }) => request)
  const isOff = requests.length === 0 || requests.length > decidedAtOnce || isOffline
  const ask = (status: 'approved' | 'rejected'): void =>
    void openDialog((close) => <DecideDialog {...{ port, requests, status, nowMs }} onClose={close} />)
  // On a phone the bar of the ticked ones is not beside the open request.
  const areTicked = isOn && isQueue && !isPhone && requests.length > 0
  useShortcuts((key) => {
    if (!areTicked || (key !== 'A' && key !== 'R')) return false
    if (!isOff) ask(key === 'A' ? 'approved' : 'rejected')
    return true
  })
  const none = { ticks: undefined, bar: null, areTicked: false }
  if (!isQueue || !mayCall(decideSeveral.route, role)) return { button: null, ...none }
  const onToggle = (): void => {
    ticks.all.onTick(false)
    setOn(!isOn)
  }
  const button = isPhone ? (
    <Button icon={ListChecks} aria-pressed={isOn} onClick={onToggle}>
      Select
    </Button>
  ) : (
    <IconButton icon={ListChecks} size="s" label="Select several" aria-pressed={isOn} onClick={onToggle} />
  )
  if (!isOn) return { button, ...none }
  const bar = (
    <footer className={styles.bar} aria-label="Ticked requests">
      <label className={styles.all}>
        <input type="checkbox" checked={ticks.all.ticked} onChange={({ target }) => ticks.all.onTick(target.checked)} />
        {ticks.all.label}
      </label>
      <p className={classNames(textClass('small'), requests.length > decidedAtOnce && styles.over)}>
        {requests.length > decidedAtOnce
          ? `At most ${decidedAtOnce} at once.`
          : `${formatCount(requests.length)} ticked · ${sumOf(requests)}`}
      </p>
      <Line wrap gap={2}>
        <Button icon={X} disabled={isOff} onClick={() => ask('rejected')}>
          Reject <Kbd>R</Kbd>
        </Button>
        <Button kind="primary" icon={Check} disabled={isOff} onClick={() => ask('approved')}>
          {approveWord(port)} <Kbd>A</Kbd>
        </Button>
      </Line>
    </footer>
  )
  return { button, ticks, bar, areTicked }
}
