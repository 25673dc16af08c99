import { Button } from '@kismet/ui/controls/button.tsx'
import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Meter } from '@kismet/ui/feedback/meter.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Check from 'lucide-react/icons/check'
import Square from 'lucide-react/icons/square'
import type { ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import type { AppDispatch } from '../../core/store.ts'
import type { Listing } from '../../core/table/table.ts'
import { approveAll, closeRun, emailOf, kindOf, stopRun, unknownText, useRun, whyNot } from './approve-run.ts'
import type { Outcome, Run } from './approve-run.ts'
import type { BankMatch } from './bank-api.ts'
import { useTicks } from './kept-ticks.ts'
import { MatchTable } from './match-table.tsx'
import { RequestNotes, useAgainstTick, usePairsNow } from './request-notes.tsx'
import styles from './bank-statement.module.css'

const sumOf = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

const ofKind = ({ outcomes }: Run, kind: ReturnType<typeof kindOf>): readonly Outcome[] =>
  outcomes.filter(({ result }) => kindOf(result) === kind)

function outcomeText(run: Run): string {
  const counts = [
    ['approved', 'approved'],
    ['first', 'need a second admin'],
    ['refused', 'not approved'],
    ['unknown', 'unclear'],
  ] as const
  const parts = counts.flatMap(([kind, word]) => {
    const count = ofKind(run, kind).length
    return kind === 'approved' || count > 0 ? [`${formatCount(count)} ${word}`] : []
  })
  return `${parts.join(', ')}.`
}

/** Below the outcome: what of the run is still to come, or what became of those that were never sent. */
function restOf(run: Run): string {
  const { total, outcomes, why, isChecking, isOver } = run
  if (isChecking) return 'Checking: no answer yet for the requests that were sent.'
  if (!isOver) return `${outcomeText(run)} This continues on other pages.`
  const isAllSent = outcomes.length === total
  return [why ?? (isAllSent ? 'Done.' : ''), isAllSent ? '' : 'The other requests are unchanged.'].join(' ').trim()
}

/** Requests by the e-mail of their player, each with what is to be known of it. */
function Requests({ of, whyOf, most }: { of: readonly Outcome[]; whyOf: (one: Outcome) => string; most: number }) {
  if (of.length === 0) return null
  return (
    <ul className={styles.left}>
      {of.slice(0, most).map((one, at) => (
        <li key={at}>
          {one.email !== '' && <b>{one.email}: </b>}
          {whyOf(one)}
        </li>
      ))}
      {of.length > most && <li>and {formatCount(of.length - most)} more</li>}
    </ul>
  )
}

/** How far an approval of many is, and what was left out. `id`: the statement that is looked at. */
function RunBar({ run, id }: { run: Run; id: string }): ReactNode {
  const { total, totalPaise, outcomes, isStopping, isOver, statementId, fileName } = run
  const done = outcomes.length
  const of = statementId === id ? '' : ` of ${fileName}`
  return (
    <footer className={styles.run} aria-label="Approval">
      <Stack gap={2} className={styles.progress} role="status">
        <Row as="p" wrap spread gap={3}>
          <b>
            {isOver
              ? outcomeText(run)
              : `Approving ${formatCount(Math.min(done + 1, total))} of ${formatCount(total)}${of}`}
          </b>
          <span className={textClass('mute')}>
            {formatRupees(sumOf(ofKind(run, 'approved')))} of {formatRupees(totalPaise)}
          </span>
        </Row>
        <Meter label="Sent so far" value={done} max={total} valueText={`${done} of ${total}`} />
        <p className={textClass('small', 'mute')}>{restOf(run)}</p>
        <Requests of={ofKind(run, 'unknown')} whyOf={() => unknownText} most={10} />
        <Requests of={ofKind(run, 'refused')} whyOf={({ result }) => whyNot(result)} most={5} />
      </Stack>
      {isOver ? (
        <Button onClick={closeRun}>Close</Button>
      ) : (
        <Button kind="danger" icon={Square} busy={isStopping} onClick={stopRun}>
          Stop here
        </Button>
      )}
    </footer>
  )
}

/** Whose deposits: a player can have several. */
function creditedText(rows: readonly BankMatch[]): string {
  if (rows.length === 1) return 'One deposit is'
  const players = new Set(rows.map(({ request }) => request?.user._id)).size
  return `${formatCount(rows.length)} deposits of ${players === 1 ? 'one player' : `${formatCount(players)} players`} are`
}

/** The effect of an approval, with the current notes of its requests. */
function Effect({ id, fileName, ticked }: { id: string; fileName: string; ticked: readonly BankMatch[] }): ReactNode {
  const againstTick = useAgainstTick()
  const rows = usePairsNow({ id, tab: 'exact' }, ticked)
  const doubted = rows.filter((match) => againstTick(match).length > 0)
  const amounts = rows.map(({ amount }) => amount)
  const count = formatCount(rows.length)
  return (
    <>
      <p>
        {creditedText(rows)} credited now, oldest request first, each with its own entry in the audit log. A request
        that another admin decides first is skipped.
      </p>
      {doubted.length > 0 && (
        <div>
          <b className={textClass('strong')}>
            {formatCount(doubted.length)} of {count} {doubted.length === 1 ? 'needs' : 'need'} a closer look:
          </b>
          <ul className={styles.doubted}>
            {doubted.map((match) => (
              <li key={match.rowId}>
                {emailOf(match)}, {formatRupees(match.amount)} <RequestNotes match={match} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <KeyValues
        variant="lines"
        rows={[
          { name: 'File', value: fileName },
          {
            name: 'Smallest, largest',
            value: `${formatRupees(Math.min(...amounts))}, ${formatRupees(Math.max(...amounts))}`,
          },
          { name: 'Near matches', value: 'not included' },
        ]}
      />
    </>
  )
}

interface ExactProps {
  id: string
  fileName: string
  listing: Listing<BankMatch>
  /** Of all rows, loaded or not. */
  total: number
  mayDecide: boolean
  empty: string
}

/** Rows that one request names with their amount: ticked, looked at, approved in one go. */
export function ExactMatches({ id, fileName, listing, total, mayDecide, empty }: ExactProps): ReactNode {
  const dispatch = useDispatch<AppDispatch>()
  const run = useRun(id)
  const { ticked, ticks } = useTicks(id, listing.rows)
  const isRunning = run !== null && !run.isOver
  const mayAsk = mayDecide && !isRunning && ticked.length > 0
  const count = formatCount(ticked.length)
  // The question is about the rows that the admin ticked. It excludes rows that arrive later.
  const approve = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: `Approve ${countText(ticked.length, 'deposit')}, ${formatRupees(sumOf(ticked))}?`,
      icon: Check,
      action: `Approve ${count}`,
      body: <Effect id={id} fileName={fileName} ticked={ticked} />,
    })
    if (isConfirmed) void dispatch(approveAll({ id, fileName }, ticked))
  }
  useShortcuts((key) => {
    if (key !== 'A' || !mayAsk) return false
    void approve()
    return true
  })
  return (
    <>
      <MatchTable tab="exact" listing={listing} empty={empty} ticks={mayDecide && !isRunning ? ticks : undefined} />
      {run && <RunBar run={run} id={id} />}
      {mayDecide && !isRunning && listing.rows.length > 0 && (
        <footer className={styles.run}>
          <p>
            <b>
              {count} of {formatCount(listing.rows.length)} ticked.
              {listing.more &&
                ` ${formatCount(total - listing.rows.length)} of ${formatCount(total)} are not loaded: press Show more.`}
            </b>{' '}
            <span className={textClass('mute')}>A second question comes before money is credited.</span>
          </p>
          <Button kind="primary" icon={Check} disabled={!mayAsk} onClick={() => void approve()}>
            Approve {count} · {formatRupees(sumOf(ticked))} <Kbd>A</Kbd>
          </Button>
        </footer>
      )}
    </>
  )
}
