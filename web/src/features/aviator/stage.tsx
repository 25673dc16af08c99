import { limits } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { useTimeout } from '@kismet/ui/feedback/use-timeout.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { FlightView } from '../../entities/flight/flight-view.tsx'
import type { AviatorController } from './aviator-controller.ts'
import { Countdown } from './countdown.tsx'
import { flightOfRound } from './flight-of-round.ts'
import { Lookout } from './lookout.tsx'
import type { OwnBet } from './aviator-state.ts'
import { askedOf, betOf, isBetUnknown } from './aviator-state.ts'
import { useAviatorState } from './use-aviator.ts'
import { Link } from '../../core/link.tsx'
import { roundPath } from '../../core/paths.ts'
import { MultiplierChip } from '../../entities/flight/multiplier-chip.tsx'
import styles from './aviator.module.css'

type Mark = readonly [icon: Glyph, tone: 'own' | 'good' | 'bad', text: string]

function markOfBet({ status, betAmount, payout: paidPaise, multiplier, autoCashout }: OwnBet): Mark {
  const stake = formatRupees(betAmount)
  switch (status) {
    case 'open':
      return autoCashout === null
        ? [Check, 'own', t`Bet Placed · ${stake}`]
        : [Check, 'own', t`Bet Placed · ${stake} · at ${formatMultiplier(autoCashout)}`]
    case 'cashed_out': {
      const payout = formatRupees(paidPaise ?? 0)
      const text =
        multiplier === null
          ? t`Cashed Out · Won ${payout}`
          : t`Cashed Out · Won ${payout} at ${formatMultiplier(multiplier)}`
      return [CircleCheck, 'good', text]
    }
    case 'lost':
      return [CircleX, 'bad', t`Lost ${stake}`]
    case 'refunded':
      return [Undo2, 'own', t`Refunded ${stake}`]
    case 'other':
      return [CircleQuestionMark, 'own', t`Other`]
  }
}

/** The crash points of previous rounds, newest first. Each links to its round. */
function History({ controller }: { controller: AviatorController }): ReactNode {
  const history = useAviatorState(controller, (state) => state.history)
  const [last, ...before] = history
  return (
    <div className={styles.history}>
      <span className={textClass('key')}>{t({ message: 'Last', context: 'crash point' })}</span>
      {last && (
        <Link to={roundPath(last.roundId)}>
          <MultiplierChip multiplier={last.crashPoint} last />
        </Link>
      )}
      <ol aria-label={t`Recent crash points`}>
        {before.map(({ roundId, crashPoint }) => (
          <li key={roundId}>
            <Link to={roundPath(roundId)}>
              <MultiplierChip multiplier={crashPoint} />
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The player's bet in this round, over the flight. */
function BetMark({ controller }: { controller: AviatorController }): ReactNode {
  const bet = useAviatorState(controller, betOf)
  const asked = useAviatorState(controller, askedOf)
  const isUnsaid = useAviatorState(controller, isBetUnknown)
  const mark: Mark | null = bet
    ? markOfBet(bet)
    : asked?.state === 'unknown'
      ? [Hourglass, 'own', t`Checking your last bet · ${formatRupees(asked.facts.betAmount)}`]
      : isUnsaid
        ? [Hourglass, 'own', t`Looking up your bet`]
        : null
  if (mark === null) return null
  const [icon, tone, text] = mark
  return (
    <p className={classNames(styles.mark, styles[tone])}>
      <Icon of={icon} size="s" />
      {text}
    </p>
  )
}

/** Whether the end of a round is still shown: for 3 s of the server's clock, unless the next one opens before. */
function useEnding(crashedAt: number | null, serverMs: () => number): boolean {
  const [shownAt, setShownAt] = useState(0)
  const endsAt = (crashedAt ?? 0) + limits.aviator.pauseMs
  useTimeout(() => setShownAt(serverMs()), crashedAt === null ? null : limits.aviator.pauseMs)
  return crashedAt !== null && shownAt < endsAt
}

/** The flight of the round, with the rounds before over it. */
export function Stage({ controller }: { controller: AviatorController }): ReactNode {
  const phase = useAviatorState(controller, ({ round }) => round?.phase)
  const roundId = useAviatorState(controller, ({ round }) => round?.roundId ?? '')
  const hash = useAviatorState(controller, ({ round }) => round?.fairnessHash ?? '')
  const endsAt = useAviatorState(controller, ({ round }) => round?.bettingEndsAt ?? 0)
  const crashPoint = useAviatorState(controller, ({ round }) => (round?.phase === 'crashed' ? round.crashPoint : null))
  const crashedAt = useAviatorState(controller, ({ round }) => (round?.phase === 'crashed' ? round.heardAt : null))
  const isEnding = useEnding(crashedAt, controller.serverMs)
  const read = useMemo(() => flightOfRound(controller), [controller])
  return (
    <>
      <History controller={controller} />
      <div className={styles.sky}>
        <FlightView
          hash={hash}
          read={read}
          label={t`Flight curve`}
          numberShown={phase === 'flying' || isEnding}
          crashed={phase === 'crashed'}
        >
          {phase === 'betting' && <Countdown key={roundId} endsAt={endsAt} serverMs={controller.serverMs} />}
          {phase === 'void' && <p className={styles.next}>{t`This round was voided. Every open bet is refunded.`}</p>}
          {phase === 'crashed' && !isEnding && <p className={styles.next}>{t`Waiting for next round`}</p>}
          {phase !== 'betting' && <BetMark controller={controller} />}
          <p className={textClass('sr')} role="status">
            {crashPoint !== null && t`CRASHED! at ${formatMultiplier(crashPoint)}`}
          </p>
          <Lookout controller={controller} />
        </FlightView>
      </div>
    </>
  )
}
