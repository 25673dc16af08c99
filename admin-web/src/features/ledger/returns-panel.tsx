import { getReturns, returnsHours } from '@kismet/contracts'
import type { OrOther, ReturnLine, ReturnsGame, ReturnsHours, ReturnVerdict } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { Tone } from '@kismet/ui/feedback/tone.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Hourglass from 'lucide-react/icons/hourglass'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { DataTable } from '../../core/table/data-table.tsx'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { loadedListing } from '../../core/table/table.ts'
import type { Column, Listing } from '../../core/table/table.ts'
import { queryOf } from '../../entities/session/from-contract.ts'
import { placeOf, scaleEnd, z95, z99 } from './return-scale.ts'
import styles from './returns.module.css'

const games: Readonly<Record<OrOther<ReturnsGame>, string>> = {
  aviator: 'Aviator',
  dice: 'Dice',
  mines: 'Mines',
  slots: 'Slots',
  other: 'Other',
}
const timeWords: Readonly<Record<ReturnsHours, string>> = { '24': '24 h', '168': '7 d', '720': '30 d' }
const times = returnsHours.map((value) => ({ value, label: timeWords[value] }))
const pollMs = 60_000
const useGameReturns = queryOf(getReturns, [])

const verdicts: Readonly<Record<OrOther<ReturnVerdict>, { tone: Tone; icon: Glyph; word: string }>> = {
  few: { tone: 'plain', icon: Hourglass, word: 'too few bets' },
  inside: { tone: 'good', icon: Check, word: 'in band' },
  outside_95: { tone: 'warn', icon: CircleAlert, word: 'outside 95%' },
  alarm: { tone: 'bad', icon: TriangleAlert, word: 'alarm' },
  other: { tone: 'warn', icon: CircleAlert, word: 'other' },
}

const lineId = ({ game, setting }: ReturnLine): string => `${game} ${setting ?? ''}`
const percentText = (percent: number): string => `${percent.toFixed(2)}%`
const settingText = ({ game, setting }: ReturnLine): string =>
  setting === null ? 'all settings' : game === 'aviator' ? `${setting} volatility` : setting

/** The bands of chance about the theory, and where the actual return stands. The numbers stand in the columns beside it. */
function Band({ line, end }: { line: ReturnLine; end: number }): ReactNode {
  const { theoryPercent, actualPercent, standardErrorPercent, verdict } = line
  const bar = (z: number) => {
    const from = placeOf(-z * standardErrorPercent, end)
    return { left: `${from}%`, width: `${placeOf(z * standardErrorPercent, end) - from}%` }
  }
  return (
    <div className={styles.band} aria-hidden="true">
      <i className={styles.of99} style={bar(z99)} />
      <i className={styles.of95} style={bar(z95)} />
      <i className={styles.theory} />
      <i
        className={classNames(styles.actual, verdict === 'alarm' && styles.alarm)}
        style={{ left: `${placeOf(actualPercent - theoryPercent, end)}%` }}
      />
    </div>
  )
}

const columnsOf = (end: number): readonly Column<ReturnLine>[] => [
  {
    title: 'Game',
    text: ({ game }) => games[game],
    cell: (line) => (
      <>
        {games[line.game]}
        <small className={styles.setting}>{settingText(line)}</small>
      </>
    ),
    place: 'head',
  },
  { title: 'Theory', text: ({ theoryPercent }) => percentText(theoryPercent), isNumber: true },
  {
    title: 'Actual',
    text: ({ actualPercent }) => percentText(actualPercent),
    cell: ({ actualPercent }) => <b>{percentText(actualPercent)}</b>,
    isNumber: true,
  },
  {
    title: 'Off theory',
    head: (
      <span className={styles.scale}>
        <span>{`−${end} pp`}</span>
        <span>theory</span>
        <span>{`+${end} pp`}</span>
      </span>
    ),
    text: ({ actualPercent, theoryPercent }) => (actualPercent - theoryPercent).toFixed(2),
    cell: (line) => (
      <div className={styles.wide}>
        <Band line={line} end={end} />
        <span className={textClass('sr')}>
          {`${(line.actualPercent - line.theoryPercent).toFixed(2)} points off, standard error ${line.standardErrorPercent.toFixed(2)}`}
        </span>
      </div>
    ),
    place: 'line',
  },
  { title: 'Bets', text: ({ bets }) => formatCount(bets), isNumber: true },
  {
    title: 'State',
    text: ({ verdict }) => verdicts[verdict].word,
    cell: ({ verdict }) => (
      <Tag tone={verdicts[verdict].tone} icon={verdicts[verdict].icon}>
        {verdicts[verdict].word}
      </Tag>
    ),
    place: 'end',
  },
]

/** What the band says of a game that has left it. */
function Alarm({ line: { game, setting, actualPercent, theoryPercent, bets } }: { line: ReturnLine }): ReactNode {
  const name = setting === null ? games[game] : `${games[game]} (${setting})`
  return (
    <Notice tone="bad" icon={TriangleAlert}>
      <b>
        {name} is {actualPercent < theoryPercent ? 'below' : 'above'} its 99% band.
      </b>{' '}
      {percentText(actualPercent)} over {formatCount(bets)} bets, against {percentText(theoryPercent)}: by chance that
      happens less than once in a hundred such times. Every result can be proven from its seeds on the fairness page.
    </Notice>
  )
}

/** One query a game: each is answered by its own service, and one that is down hides no other. */
function useReturns(hours: ReturnsHours) {
  const options = { pollingInterval: pollMs }
  const ask = (game: ReturnsGame) => ({ game, hours })
  const aviator = useGameReturns(ask('aviator'), options)
  const dice = useGameReturns(ask('dice'), options)
  const mines = useGameReturns(ask('mines'), options)
  const slots = useGameReturns(ask('slots'), options)
  return [
    { game: 'aviator', answer: aviator },
    { game: 'dice', answer: dice },
    { game: 'mines', answer: mines },
    { game: 'slots', answer: slots },
  ] as const
}

function Returns({ listing }: { listing: Listing<ReturnLine> }): ReactNode {
  const table = { label: 'Returns', what: 'returns', idOf: lineId, columns: columnsOf(scaleEnd(listing.rows)) }
  return (
    <>
      {listing.rows.length > 0 && (
        <p className={styles.legend} aria-hidden="true">
          <span>
            <i className={styles.of95} /> 95% band
          </span>
          <span>
            <i className={styles.of99} /> 99% band
          </span>
          <span>
            <i className={styles.actual} /> actual
          </span>
        </p>
      )}
      <DataTable table={table} listing={listing} empty={{ title: 'No bets in this period.' }} usualRows={5} />
    </>
  )
}

/** What the games have paid back, against what they should: a band holds what chance explains. */
export function ReturnsPanel(): ReactNode {
  const [hours, setHours] = useState<ReturnsHours>('168')
  const answers = useReturns(hours)
  const lines = answers.flatMap(({ answer }) => answer.currentData?.lines ?? [])
  const failed = answers.filter(({ answer }) => answer.error !== undefined)
  const isLoading = answers.some(({ answer }) => answer.currentData === undefined && answer.error === undefined)
  return (
    <Panel
      title="Actual against theoretical RTP"
      end={<Segmented label="Time back" options={times} value={hours} onChange={setHours} />}
    >
      {(lines.length > 0 || failed.length === 0 || isLoading) && (
        <Returns listing={{ ...loadedListing(lines), known: lines.length > 0 || !isLoading }} />
      )}
      {lines
        .filter(({ verdict }) => verdict === 'alarm')
        .map((line) => (
          <Alarm key={lineId(line)} line={line} />
        ))}
      {failed.map(({ game, answer }) => (
        // A failed first load shows the same notice as a failed refresh, because the other games stay on the page.
        <StaleNote
          key={game}
          text={`Failed to load the returns of ${games[game]}.`}
          listing={{ ...standingOf(answer), known: true }}
        />
      ))}
    </Panel>
  )
}
