import type { AdminEntry } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TextLink } from '../../core/text-link.tsx'
import { SideBySide } from '../../core/side-by-side.tsx'
import { formatDay } from '../../core/format/time.ts'
import { entriesPath, roundsPath } from '../../core/paths.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Table } from '../../core/table/table.ts'
import { changeColumn, useEntries } from '../../entities/ledger/entries.tsx'
import { EvidenceLink } from '../../entities/page/evidence-link.tsx'
import { useOwnTitle } from '../../entities/page/page.tsx'
import { shortId } from '../../entities/queue/reference.ts'
import type { OpenedTile } from './drawings.tsx'
import { Drawing } from './drawings.tsx'
import { FairnessPanel } from './fairness-panel.tsx'
import { momentText, msBetween } from './moments.ts'
import type { Happening, Phase } from './replay-parts.tsx'
import { Phases, ReplayBar, Timeline } from './replay-parts.tsx'
import { resultOf, timesText } from './results.ts'
import type { BetReplay } from './rounds-api.ts'
import { useReplayAnimation } from './replay-animation.ts'

const gameNames = { aviator: 'Aviator', mines: 'Mines', dice: 'Dice', slots: 'Slots', other: 'Other' } as const

type Step = BetReplay['steps'][number]

/** Who ended a bet, in words. */
const enders = {
  step: 'its last tile ended it',
  player: 'by hand',
  automatic: 'by its target',
  idleness: 'the game was idle',
  other: 'in another way',
} as const satisfies Record<NonNullable<Step['by']>, string>

function wordOf({ step, tile, by }: Step): string {
  const how = by === null ? '' : `, ${enders[by]}`
  switch (step) {
    case 'placed':
      return 'Bet placed'
    case 'opened':
      return 'Stake taken, board dealt'
    case 'tile':
      return tile === null ? 'Tile opened' : `Tile ${tile} opened`
    case 'cash_out':
      return `Cash-out${how}`
    case 'ended':
      return `Ended${how}`
    case 'settled':
      return 'Settled by the wallet'
    case 'refunded':
      return 'Stake returned'
    case 'other':
      return 'Other'
  }
}

const happenedIn = ({ steps }: BetReplay): Happening[] => steps.map((step) => ({ at: step.at, what: wordOf(step) }))

/** How it stands, and what it came to. */
function Outcome({ bet }: { bet: BetReplay }): ReactNode {
  const { stage, stake, payout } = bet
  if (stage === 'open' || payout === null) return <Tag>goes on</Tag>
  if (stage === 'refunded') return <Tag>stake returned</Tag>
  const net = payout - stake
  return <b className={textClass(net < 0 ? 'loss' : 'win')}>{formatNet(net)} for the player</b>
}

/** What a player chose beside the stake, in words. */
function choiceOf({ params }: BetReplay): string {
  const shown = Object.entries(params).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  )
  return shown.length === 0 ? '-' : shown.join(' · ')
}

/** When a step was, in ms from the first. */
function msOf({ steps: [first] }: BetReplay, at: string): number | undefined {
  return first === undefined ? undefined : msBetween(first.at, at)
}

/** The tiles in their order: of a game by hand its steps, of an automatic one what was chosen. */
function openedIn(bet: BetReplay): OpenedTile[] {
  const { tiles } = bet.params
  const opened = bet.steps.flatMap(({ tile, at }) => (tile === null ? [] : [{ tile, atMs: msOf(bet, at) }]))
  if (opened.length > 0) return opened
  const chosen: readonly unknown[] = Array.isArray(tiles) ? tiles : []
  return chosen.flatMap((tile) => (typeof tile === 'number' ? [{ tile, atMs: undefined }] : []))
}

/** What a part of a bet was, by the step that ended it. */
const phaseNames: Readonly<Partial<Record<Step['step'], string>>> = {
  opened: 'Deal',
  cash_out: 'Play',
  ended: 'Play',
  settled: 'Settling',
  refunded: 'Refund',
}

/** The parts of a bet in their order. */
function phasesOf(bet: BetReplay): Phase[] {
  let fromMs = 0
  return bet.steps.flatMap(({ step, at }) => {
    const [name, toMs] = [phaseNames[step], msOf(bet, at)]
    if (name === undefined || toMs === undefined || toMs < fromMs) return []
    const phase = { name, fromMs, toMs }
    fromMs = toMs
    return [phase]
  })
}

function Facts({ bet }: { bet: BetReplay }): ReactNode {
  const { betId, playerId, stake, payout, multiplier, round } = bet
  return (
    <KeyValues
      variant="lines"
      rows={[
        { name: 'Bet', value: <code>{betId}</code> },
        {
          name: 'Player',
          value: (
            <Link className={textClass('link', 'mono')} to={entriesPath({ player: playerId })}>
              {playerId}
            </Link>
          ),
        },
        { name: 'Stake', value: formatRupees(stake) },
        { name: 'Chosen', value: choiceOf(bet) },
        {
          name: 'Payout',
          value:
            payout === null
              ? 'after the end'
              : `${formatRupees(payout)}${multiplier === null || payout === 0 ? '' : ` at ${timesText(multiplier)}`}`,
        },
        ...(round
          ? [
              {
                name: 'Round',
                value: <TextLink to={roundsPath(String(round.roundNumber))}>{round.roundNumber}</TextLink>,
              },
            ]
          : []),
      ]}
    />
  )
}

const entryTable: Table<AdminEntry> = {
  label: 'Ledger entries',
  what: 'the ledger entries',
  idOf: ({ _id }) => _id,
  columns: [
    { title: 'No.', text: ({ sequence }) => String(sequence), isNumber: true, place: 'desk' },
    { title: 'Time', text: ({ at }) => momentText(at) },
    { title: 'Kind', text: ({ kind }) => kind, place: 'head' },
    changeColumn,
    { title: 'House', text: ({ sides }) => formatNet(sides.house), isNumber: true },
    { title: 'Balance after', text: ({ balanceAfter }) => formatRupees(balanceAfter), isNumber: true },
  ],
}

/** What the ledger holds about a bet. */
function BetEntries({ betId }: { betId: string }): ReactNode {
  const listing = useEntries({ reference: betId })
  return (
    <Panel title="Ledger entries" end={<TextLink to={entriesPath({ reference: betId })}>In the ledger</TextLink>} flush>
      <DataTable
        table={entryTable}
        listing={listing}
        empty={{ icon: ReceiptText, title: 'No entries', children: 'No ledger entries for this bet.' }}
      />
    </Panel>
  )
}

/** One bet: what it came to, what decided it, what happened when, and what the ledger says of it. */
export function BetReplayView({ bet }: { bet: BetReplay }): ReactNode {
  const { game, betId, proof, serverSeedHash, clientSeed, nonce } = bet
  const title = `${gameNames[game]} bet`
  useOwnTitle(`${title} ${shortId(betId)}`)
  const placedAt = bet.steps[0]?.at ?? null
  const phases = phasesOf(bet)
  const opened = openedIn(bet)
  const animation = useReplayAnimation(phases.at(-1)?.toMs ?? 0)
  // A bet without steps shows its end at once, because there is no replay to run.
  const played = proof !== null && opened.some(({ atMs }) => atMs !== undefined) ? animation : null
  return (
    <SideBySide
      wide
      side={
        <>
          <FairnessPanel
            hash={serverSeedHash}
            clientSeed={proof?.clientSeed ?? clientSeed}
            nonce={nonce}
            proof={proof}
            note={
              bet.clientSeedBy === 'player'
                ? 'The commitment that the player saw before this bet. The client seed came from the player.'
                : 'The commitment that was published before this bet. The bet had no client seed, so the server made one.'
            }
          />
          <Panel title="What happened" note="times in IST, to the millisecond">
            <Timeline happened={happenedIn(bet)} animation={played} />
          </Panel>
        </>
      }
    >
      <Panel
        title={title}
        note={placedAt === null ? undefined : formatDay(placedAt)}
        end={
          <>
            <Outcome bet={bet} />
            <EvidenceLink kind="bet" id={betId} />
          </>
        }
      >
        {played && <ReplayBar animation={played} />}
        {phases.length > 0 && (
          <Phases phases={phases} marks={opened.flatMap(({ atMs }) => atMs ?? [])} animation={played} />
        )}
        <Drawing game={game} params={bet.params} opened={opened} result={proof && resultOf(proof)} animation={played} />
        <Facts bet={bet} />
      </Panel>
      <BetEntries betId={betId} />
    </SideBySide>
  )
}
