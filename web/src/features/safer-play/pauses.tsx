import type { asCallError } from '@kismet/app-kit/call-error.ts'
import type { SaferPlay } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { Confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatTimeExact } from '@kismet/ui/format/time.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import Ban from 'lucide-react/icons/ban'
import Timer from 'lucide-react/icons/timer'
import type { ReactNode } from 'react'
import { selectClockOffsetMs } from '@kismet/app-kit/live/connection-slice.ts'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { failureShown } from '../../entities/notices/notices-slice.ts'
import { useExcludeSelfMutation, useTakeTimeOutMutation } from './safer-play-api.ts'
import { notChangedText } from './use-limit-change.ts'
import styles from './safer-play.module.css'

interface PauseProps {
  title: string
  line: string
  /** Said while one goes on. */
  standing: string | null
  options: readonly { value: string; label: string }[]
  action: string
  question: string
  /** What it will mean, in the question. */
  meaning: string
  icon: typeof Ban
  danger?: boolean
  ask: (value: string) => Promise<{ error?: Parameters<typeof asCallError>[0] | undefined }>
}

/** A pause of a length that is chosen, asked for once more before it begins: it cannot be taken back. */
function Pause({
  title,
  line,
  standing,
  options,
  action,
  question,
  meaning,
  icon,
  danger = false,
  ask,
}: PauseProps): ReactNode {
  const dispatch = useAppDispatch()
  const [value, setValue] = useState(options[0]?.value ?? '')
  const [isAsked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    const { error } = await ask(value)
    setBusy(false)
    setAsked(false)
    if (error)
      dispatch(failureShown(error, (failed) => notChangedText(failed, t`That could not be done. Please try again.`)))
  }
  return (
    <Panel
      title={
        <span className={styles.title}>
          <Icon of={icon} />
          {title}
        </span>
      }
    >
      <p className="small muted">{line}</p>
      {standing !== null && (
        <Notice tone="warn" icon={icon}>
          {standing}
        </Notice>
      )}
      <Segmented label={title} options={options} value={value} onChange={setValue} />
      <Button kind={danger ? 'danger' : 'outline'} onClick={() => setAsked(true)}>
        {action}
      </Button>
      {isAsked && (
        <Confirm
          title={question}
          icon={icon}
          action={action}
          busy={busy}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          <p>{meaning}</p>
        </Confirm>
      )}
    </Panel>
  )
}

const lookEveryMs = 1_000

/** The end of a pause while the pause lasts, by the server's clock. */
function useStandingUntil(until: string | null): string | null {
  const offsetMs = useAppSelector(selectClockOffsetMs)
  const [nowMs, setNowMs] = useState(() => Date.now())
  const isOn = until !== null && Date.parse(until) > nowMs + offsetMs
  useInterval(() => setNowMs(Date.now()), isOn ? lookEveryMs : null)
  return isOn ? until : null
}

const [dayHours, yearDays] = [24, 365]

/** A break from bets, and the end of play for months. */
export function Pauses(told: Pick<SaferPlay, 'timeOutUntil' | 'excludedUntil'>): ReactNode {
  const timeOutUntil = useStandingUntil(told.timeOutUntil)
  const excludedUntil = useStandingUntil(told.excludedUntil)
  const [takeTimeOut] = useTakeTimeOutMutation()
  const [excludeSelf] = useExcludeSelfMutation()
  const breakEnds = timeOutUntil === null ? '' : formatTimeExact(timeOutUntil)
  const exclusionEnds = excludedUntil === null ? '' : formatTimeExact(excludedUntil)
  return (
    <div className={styles.half}>
      <Pause
        title={t`Take a time-out`}
        line={t`You cannot bet until it ends. You can still withdraw.`}
        standing={timeOutUntil === null ? null : t`Your time-out lasts until ${breakEnds}.`}
        options={[
          { value: String(dayHours), label: t`24 hours` },
          { value: String(7 * dayHours), label: t`7 days` },
          { value: String(30 * dayHours), label: t`30 days` },
          { value: String(42 * dayHours), label: t`6 weeks` },
        ]}
        action={t`Start time-out`}
        question={t`Start this time-out?`}
        meaning={t`You cannot bet until it ends, but you can finish open bets. You can make it longer, not shorter.`}
        icon={Timer}
        ask={(hours) => takeTimeOut({ hours: Number(hours) })}
      />
      <Pause
        title={t`Self-exclusion`}
        line={t`You cannot play for 6 months or more. You cannot end it early. You can still withdraw your balance.`}
        standing={excludedUntil === null ? null : t`You have excluded yourself until ${exclusionEnds}.`}
        options={[
          { value: '183', label: t`6 months` },
          { value: String(yearDays), label: t`1 year` },
          { value: String(5 * yearDays + 1), label: t`5 years` },
        ]}
        action={t`Exclude myself`}
        question={t`Exclude yourself from play?`}
        meaning={t`You cannot bet or deposit until it ends. Support cannot end it early. You can still log in and withdraw your balance. You can make it longer, not shorter.`}
        icon={Ban}
        danger
        ask={(days) => excludeSelf({ days: Number(days) })}
      />
    </div>
  )
}
