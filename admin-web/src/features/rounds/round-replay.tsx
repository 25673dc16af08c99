import { textClass } from '@kismet/ui/class-names.ts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Plane from 'lucide-react/icons/plane'
import type { ReactNode } from 'react'
import { TextLink } from '../../core/text-link.tsx'
import { formatCount } from '../../core/format/amount.tsx'
import { SideBySide } from '../../core/side-by-side.tsx'
import { formatDay } from '../../core/format/time.ts'
import { entriesPath, roundsPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Column, Listing } from '../../core/table/table.ts'
import { EvidenceLink } from '../../entities/page/evidence-link.tsx'
import { useOwnTitle } from '../../entities/page/page.tsx'
import { CrashCurve } from './crash-curve.tsx'
import { FairnessPanel } from './fairness-panel.tsx'
import { msBetween, sinceText } from './moments.ts'
import type { Happening, Phase } from './replay-parts.tsx'
import { Phases, ReplayBar, Timeline } from './replay-parts.tsx'
import { timesText } from './results.ts'
import type { RoundBet, RoundReplay } from './rounds-api.ts'
import { useRoundBets } from './rounds-api.ts'
import styles from './rounds.module.css'
import { useReplayAnimation } from './replay-animation.ts'

const resultTones = { win: 'good', loss: 'bad', refunded: 'plain', pending: 'plain', other: 'plain' } as const

function columnsOf(round: RoundReplay): Column<RoundBet>[] {
  const from = round.takeoffAt ?? round.openedAt
  return [
    {
      title: 'Player',
      text: ({ name }) => name,
      cell: ({ name, playerId }) => <TextLink to={entriesPath({ player: playerId })}>{name}</TextLink>,
      place: 'head',
    },
    { title: 'Stake', text: ({ stake }) => formatRupees(stake), isNumber: true },
    {
      title: 'Cash-out',
      text: ({ cashOut }) => (cashOut === null ? '-' : timesText(cashOut.multiplier)),
      isNumber: true,
    },
    {
      title: 'Received',
      text: ({ cashOut }) =>
        cashOut === null ? '-' : `${sinceText(from, cashOut.receivedAt)}${cashOut.auto ? ' auto' : ''}`,
      // On a phone it stands among what happened.
      place: 'desk',
    },
    {
      title: 'Payout',
      text: ({ payout }) => (payout === null ? '-' : formatRupees(payout)),
      cell: ({ payout }) =>
        payout === null ? '-' : <b className={textClass(payout > 0 && 'win')}>{formatRupees(payout)}</b>,
      place: 'end',
      isNumber: true,
    },
    {
      title: 'Result',
      text: ({ result }) => result,
      cell: ({ result }) => <Tag tone={resultTones[result]}>{result}</Tag>,
    },
    {
      title: 'Bet',
      text: ({ betId }) => betId,
      cell: ({ betId, place }) => (
        <TextLink to={roundsPath(betId)} aria-label={`Bet ${place}: seeds and entries`}>
          seeds and entries
        </TextLink>
      ),
      place: 'line',
    },
  ]
}

/** What the bets of a round came to. The house's part is known when it is over. */
function sumsOf({ bets: { count, staked, paid } }: RoundReplay): string {
  const sums = `${formatCount(count)}, staked ${formatRupees(staked)}`
  return paid === null ? sums : `${sums}, paid ${formatRupees(paid)}`
}

function House({ bets: { staked, paid } }: Pick<RoundReplay, 'bets'>): ReactNode {
  if (paid === null) return null
  return (
    <span>
      house <b className={textClass(staked < paid ? 'loss' : 'win')}>{formatNet(staked - paid)}</b>
    </span>
  )
}

function Bets({ round, listing }: { round: RoundReplay; listing: Listing<RoundBet> }): ReactNode {
  const table = { label: 'Bets', what: 'the bets', idOf: ({ betId }: RoundBet) => betId, columns: columnsOf(round) }
  return (
    <Panel title="Bets" note={sumsOf(round)} end={<House bets={round.bets} />} flush>
      <DataTable
        table={table}
        listing={listing}
        empty={{ icon: Plane, title: 'No bets', children: 'No bets in this round.' }}
        older="More"
      />
    </Panel>
  )
}

/** Words after "cash-outs" that say which are shown; empty if all are. Bets load after their round, and in pages. */
function partOf({ rows, known, more }: Listing<RoundBet>, { bets: { count } }: RoundReplay): string {
  if (!known) return ' not known yet'
  return more === null ? '' : ` of the first ${formatCount(rows.length)} of ${formatCount(count)} bets`
}

/** The steps of a round and of the shown bets, in the order of their times. */
function happenedIn(round: RoundReplay, bets: readonly RoundBet[]): Happening[] {
  const { openedAt, bettingEndsAt, takeoffAt, endedAt, phase, crashPoint, voidReason } = round
  const settledAt = bets
    .flatMap((bet) => bet.settledAt ?? [])
    .toSorted()
    .at(-1)
  const all: (Happening & { readonly at: string })[] = [
    { at: openedAt, what: 'Commitment published, betting opens' },
    { at: bettingEndsAt, what: 'Betting closes, client seed fixed', figure: `${formatCount(round.bets.count)} bets` },
    ...(takeoffAt === null ? [] : [{ at: takeoffAt, what: 'Take-off' }]),
    ...bets.flatMap(({ cashOut, name, payout }) =>
      cashOut === null
        ? []
        : [
            {
              at: cashOut.receivedAt,
              what: `Cash-out${cashOut.auto ? ' by target' : ''}, ${name}`,
              figure: payout === null ? undefined : formatRupees(payout),
            },
          ],
    ),
    ...(endedAt === null
      ? []
      : [
          {
            at: endedAt,
            what: phase === 'void' ? `Void (${voidReason ?? 'unknown'}), seed revealed` : 'Crash, seed revealed',
            figure: crashPoint === null ? undefined : timesText(crashPoint),
          },
        ]),
    ...(settledAt === undefined ? [] : [{ at: settledAt, what: 'Last bet of this list booked' }]),
  ]
  return all.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** The parts of a round that is over, from its opening on. */
function phasesOf({ openedAt, bettingEndsAt, takeoffAt, endedAt }: RoundReplay): Phase[] {
  if (takeoffAt === null || endedAt === null) return []
  const [closesMs, takeoffMs, endMs] = [bettingEndsAt, takeoffAt, endedAt].map((at) => msBetween(openedAt, at))
  if (closesMs === undefined || takeoffMs === undefined || endMs === undefined) return []
  return [
    { name: 'Betting', fromMs: 0, toMs: closesMs, tone: 'waits' },
    ...(takeoffMs > closesMs ? [{ name: 'Closing', fromMs: closesMs, toMs: takeoffMs }] : []),
    { name: 'Flight', fromMs: takeoffMs, toMs: endMs },
  ]
}

function State({ phase, crashPoint }: RoundReplay): ReactNode {
  if (phase === 'crashed' && crashPoint !== null) return <Tag>Crashed {timesText(crashPoint)}</Tag>
  return (
    <Tag>
      {
        { betting: 'takes bets', flying: 'flies', crashed: 'crashed', void: 'void, stakes returned', other: 'other' }[
          phase
        ]
      }
    </Tag>
  )
}

function Neighbours({ roundId, roundNumber, hasEarlier, hasLater }: RoundReplay): ReactNode {
  return (
    <nav className={styles.neighbours} aria-label="Rounds">
      <EvidenceLink kind="round" id={roundId} />
      {hasEarlier && <TextLink to={roundsPath(String(roundNumber - 1))}>Earlier</TextLink>}
      {hasLater && <TextLink to={roundsPath(String(roundNumber + 1))}>Later</TextLink>}
    </nav>
  )
}

const hidden = 'The crash point is shown after the crash.'
/** Why there is no flight to see. */
const unflown = {
  betting: `Betting is open. ${hidden}`,
  flying: `The round is in flight. ${hidden}`,
  crashed: 'The flight was not recorded.',
  void: 'The round was voided and all stakes were returned.',
  other: 'Reload the page to see this round.',
} as const satisfies Record<RoundReplay['phase'], string>

/** A round of Aviator: its flight, all its bets, what decided it, and what happened when. */
export function RoundReplayView({ round }: { round: RoundReplay }): ReactNode {
  const { roundNumber, proof, crashPoint, phase, volatilityMode, openedAt, takeoffAt } = round
  const title = `Aviator ${roundNumber}`
  useOwnTitle(title)
  const phases = phasesOf(round)
  const animation = useReplayAnimation(phases.at(-1)?.toMs ?? 0)
  const played = phases.length > 0 ? animation : null
  const listing = useRoundBets(round.roundId)
  const cashOuts = listing.rows.flatMap(({ betId, name, cashOut }) =>
    cashOut === null ? [] : [{ id: betId, name, multiplier: cashOut.multiplier }],
  )
  const part = partOf(listing, round)
  const marks = listing.rows.flatMap(({ placedAt, cashOut }) =>
    [placedAt, ...(cashOut === null ? [] : [cashOut.receivedAt])].map((at) => msBetween(openedAt, at)),
  )
  return (
    <SideBySide
      wide
      side={
        <>
          <FairnessPanel
            hash={round.serverSeedHash}
            clientSeed={proof?.clientSeed ?? null}
            nonce={roundNumber}
            proof={proof}
            note={`The commitment of this round, as players saw it before they bet. Mode ${volatilityMode}.`}
          />
          <Panel title="What happened" note={`times in IST, to the millisecond${part && `; cash-outs${part}`}`}>
            <Timeline happened={happenedIn(round, listing.rows)} animation={played} />
          </Panel>
        </>
      }
    >
      <Panel
        title={title}
        note={
          <>
            <State {...round} /> {formatDay(round.openedAt)}
          </>
        }
        end={<Neighbours {...round} />}
      >
        {crashPoint === null || takeoffAt === null ? (
          <p className={textClass('mute')}>{unflown[phase]}</p>
        ) : (
          <>
            <ReplayBar animation={animation} />
            <Phases phases={phases} marks={marks} animation={animation} />
            <CrashCurve
              crashPoint={crashPoint}
              cashOuts={listing.known ? cashOuts : null}
              part={part}
              animation={animation}
              takeoffMs={msBetween(openedAt, takeoffAt)}
            />
            {part && (
              <p className={textClass('mute')}>
                Cash-outs{part}
                {listing.more && '; the list below has more'}.
              </p>
            )}
          </>
        )}
      </Panel>
      <Bets round={round} listing={listing} />
    </SideBySide>
  )
}
