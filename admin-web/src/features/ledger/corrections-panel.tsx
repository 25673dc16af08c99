import { Row } from '@kismet/ui/layout/layout.tsx'
import { approveCorrection, exportCorrections, Id, paise, proposeCorrection, rejectCorrection } from '@kismet/contracts'
import type { Correction, CorrectionAccount, Input, listCorrections, OrOther } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import Check from 'lucide-react/icons/check'
import CircleX from 'lucide-react/icons/circle-x'
import Inbox from 'lucide-react/icons/inbox'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { formatDay } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import { useAppDispatch } from '../../core/store.ts'
import { Listed } from '../../core/table/listed.tsx'
import { listingOf } from '../../core/table/table.ts'
import { CorrectionForm, FindPlayer, PlayerBalance } from '../../entities/ledger/correction-form.tsx'
import { useProposedPlayer } from '../../entities/ledger/correction-order.ts'
import { correctionPages, PlayerCorrections } from '../../entities/ledger/player-corrections.tsx'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { useSendOnce } from '../../entities/notices/use-change.ts'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import styles from './ledger.module.css'

const accountWords: Readonly<Record<OrOther<CorrectionAccount>, string>> = {
  outside: 'cash in and out',
  house: 'winnings of the house',
  bonus: 'bonuses',
  other: 'another account',
}

const views = [
  { value: 'pending', label: 'Waiting' },
  { value: 'all', label: 'All' },
] as const
type View = (typeof views)[number]['value'] | 'one'
const pollMs = 30_000

/** Whose balance, what was proposed and why, and the other corrections of the player. */
function About({ correction }: { correction: Correction }): ReactNode {
  const { _id, amount, playerId, player, proposedBy, reason } = correction
  return (
    <>
      <PlayerBalance playerId={playerId} email={player?.email} balance={player?.balance} change={amount} />
      <KeyValues
        variant="lines"
        rows={[
          { name: 'Amount', value: formatNet(amount) },
          { name: 'Proposed by', value: proposedBy.username },
          { name: 'Reason', value: reason },
        ]}
      />
      <PlayerCorrections playerId={playerId} change={amount} own={_id} />
    </>
  )
}

/** The effect of an approval on the player. */
function Effect({ correction }: { correction: Correction }): ReactNode {
  const { amount, account } = correction
  return (
    <>
      <p>
        <b className={textClass('strong')}>
          {amount > 0
            ? `${formatRupees(amount)} goes to the player.`
            : `${formatRupees(Math.abs(amount))} is taken from the player.`}
        </b>{' '}
        It is booked at once as its own entry, paid by {accountWords[account]}, and appears on the player&apos;s
        statement.
      </p>
      <About correction={correction} />
    </>
  )
}

/** The state in a word. */
function State({ correction: { status, isBooked, failure } }: { correction: Correction }): ReactNode {
  if (status === 'failed')
    return (
      <Tag tone="bad" icon={CircleX}>
        {failure === 'insufficient_balance' ? 'Failed: balance too low' : 'Failed: not booked'}
      </Tag>
    )
  return (
    <StatusTag status={status}>{status === 'approved' && !isBooked ? 'Approved, being booked' : undefined}</StatusTag>
  )
}

/** Asks, sends the decision, and says what came of it. The list shows the correction as it is then. */
function useDecision() {
  const dispatch = useAppDispatch()
  const { send: sendApproval } = useSendOnce('Ledger', 'Entries')
  const { send: sendRejection } = useSendOnce('Ledger')
  const send = async (
    { _id: id, amount }: Correction,
    decide: typeof approveCorrection | typeof rejectCorrection,
  ): Promise<void> => {
    const showToast = (...toast: Parameters<typeof toastShown>): unknown => dispatch(toastShown(...toast))
    const ended =
      decide === approveCorrection ? await sendApproval(decide, { id }) : await sendRejection(decide, { id })
    if (ended === null) return
    if (ended.is === 'lost')
      showToast('bad', 'No answer from the server. Check the list for the result.', errorDetail(ended.error))
    else if (ended.is !== 'done') showToast('bad', 'Action failed', errorDetail(ended.error))
    else if (ended.data.correction.status === 'failed') showToast('bad', 'The ledger did not book it. No money moved.')
    else
      showToast('good', `Correction of ${formatNet(amount)} ${decide === approveCorrection ? 'booked' : 'rejected'}.`)
  }
  return {
    approve: (correction: Correction) =>
      confirm({
        ...{ title: 'Book this correction?', icon: Check, action: 'Approve and book' },
        body: <Effect correction={correction} />,
        run: () => send(correction, approveCorrection),
      }),
    reject: (correction: Correction) =>
      confirm({
        ...{ title: 'Reject this correction?', icon: X, action: 'Reject', isDangerous: true },
        body: (
          <>
            <p>No money moves.</p>
            <About correction={correction} />
          </>
        ),
        run: () => send(correction, rejectCorrection),
      }),
  }
}

function CorrectionRow({ correction }: { correction: Correction }): ReactNode {
  const ask = useDecision()
  const { _id: admin, role } = useAdmin()
  const { amount, account, playerId, player, reason, status, proposedBy, proposedAt } = correction
  const { decidedBy, decidedAt, rejectionReason } = correction
  const isOwn = proposedBy._id === admin
  return (
    <li className={styles.correction}>
      <p className={styles.line}>
        <b className={textClass('num', amount < 0 && 'loss')}>{formatNet(amount)}</b>
        <State correction={correction} />
        <span className={textClass('mute')}>against {accountWords[account]}</span>
      </p>
      <p>{reason}</p>
      <p className={textClass('small', 'mute')}>
        <Link className={textClass(!player?.email && 'mono')} to={playerPath(playerId)}>
          {player?.email ?? playerId}
        </Link>
        {status === 'pending' &&
          player !== undefined &&
          ` · balance ${formatRupees(player.balance)}, then ${formatRupees(paise(player.balance + amount))}`}
        {` · proposed by ${proposedBy.username}, ${formatDay(proposedAt)}`}
        {decidedBy !== null &&
          decidedAt !== null &&
          ` · ${status === 'rejected' ? 'rejected' : 'approved'} by ${decidedBy}, ${formatDay(decidedAt)}`}
        {rejectionReason !== null && `: ${rejectionReason}`}
      </p>
      {status === 'pending' && mayCall(proposeCorrection.route, role) && (
        <Row as="p" wrap gap={2}>
          <Button icon={X} onClick={() => void ask.reject(correction)}>
            {isOwn ? 'Take back' : 'Reject'}
          </Button>
          <Button
            icon={Check}
            disabled={isOwn}
            title={isOwn ? 'Another admin must approve your proposal.' : undefined}
            onClick={() => void ask.approve(correction)}
          >
            Approve
          </Button>
          {isOwn && <span className={textClass('small', 'mute')}>Another admin must approve it.</span>}
        </Row>
      )}
    </li>
  )
}

type Query = Omit<Input<typeof listCorrections>, 'limit' | 'cursor'>

/** The chosen corrections; the correction in the address is the choice until another choice. */
function useChosen() {
  const [params, setParams] = useSearchParams()
  const [view, setView] = useState<View>('pending')
  const id = Id.safeParse(params.get('correction')).data
  const query: Query = id !== undefined ? { id } : view === 'pending' ? { status: 'pending' } : {}
  const choose = (next: View): void => {
    setView(next)
    setParams((now) => {
      now.delete('correction')
      return now
    })
  }
  return { id, view: id === undefined ? view : ('one' as const), query, choose }
}

function List({ view, query }: { view: View; query: Query }): ReactNode {
  const result = correctionPages.useInfiniteQuery(query, { pollingInterval: pollMs })
  const listing = listingOf(result, ({ corrections }) => corrections)
  const empty =
    view === 'pending'
      ? { title: 'No pending corrections', children: 'A proposed correction waits here for another admin.' }
      : { title: view === 'one' ? 'No such correction' : 'No corrections yet' }
  return (
    <Listed what="corrections" listing={listing} empty={{ icon: Inbox, ...empty }} usualRows={3}>
      {(rows) => (
        <ul>
          {rows.map((correction) => (
            <CorrectionRow key={correction._id} correction={correction} />
          ))}
        </ul>
      )}
    </Listed>
  )
}

/** Corrections of balances: one admin proposes with a reason, another one decides. */
export function CorrectionsPanel(): ReactNode {
  const { id, view, query, choose: chooseView } = useChosen()
  const [isNew, setNew] = useState(false)
  const { playerId, choose } = useProposedPlayer()
  const isProposing = playerId !== null || isNew
  const { role } = useAdmin()
  const close = (): void => setNew(false)
  return (
    <Panel
      title="Corrections"
      note="proposed by one admin, booked when another approves"
      end={
        <>
          <Segmented
            label="Which corrections"
            options={id === undefined ? views : [...views, { value: 'one', label: `…${id.slice(-6)}` }]}
            value={view}
            onChange={chooseView}
          />
          <ExportButtons file={exportCorrections} query={query} what="list of corrections" />
        </>
      }
      foot={
        mayCall(proposeCorrection.route, role) &&
        !isProposing && <Button onClick={() => setNew(true)}>Propose a correction</Button>
      }
    >
      {isProposing &&
        (playerId ? (
          <CorrectionForm key={playerId} playerId={playerId} onClose={close} />
        ) : (
          <FindPlayer onFound={choose} onClose={close} />
        ))}
      <List view={view} query={query} />
    </Panel>
  )
}
