import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { excludeSelf, takeTimeOut } from '@kismet/contracts'
import type { SaferPlay } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
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
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { useState } from 'react'
import { useAppSelector } from '../../core/store.ts'
import { fromContract } from '../../entities/session/from-contract.ts'
import { useRuleChange } from './use-limit-change.ts'
import styles from './safer-play.module.css'

interface PauseProps {
  title: string
  line: string
  /** LazyText while one goes on. */
  standing: string | null
  options: readonly { value: string; label: string }[]
  action: string
  question: string
  /** What it will mean, in the question. */
  meaning: string
  icon: typeof Ban
  danger?: boolean
  send: (value: string, callApi: CallApi) => Promise<OrderAnswer<unknown>>
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
  send,
}: PauseProps): ReactNode {
  const { change } = useRuleChange(() => t`That could not be done. Please try again.`)
  const [value, setValue] = useState(options[0]?.value ?? '')
  const begin = (): Promise<boolean> => change((callApi) => send(value, callApi))
  const onAsk = (): void => {
    void confirm({ title: question, icon, action, isDangerous: danger, body: meaning, run: begin })
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
      <p className={textClass('small', 'muted')}>{line}</p>
      {standing !== null && (
        <Notice tone="warn" icon={icon}>
          {standing}
        </Notice>
      )}
      <Segmented label={title} options={options} value={value} onChange={setValue} />
      <Button kind={danger ? 'danger' : 'outline'} onClick={onAsk}>
        {action}
      </Button>
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
  const breakEnds = timeOutUntil === null ? '' : formatTimeExact(timeOutUntil)
  const exclusionEnds = excludedUntil === null ? '' : formatTimeExact(excludedUntil)
  return (
    <Stack gap="panels" wide="halves">
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
        send={(hours, callApi) => fromContract(takeTimeOut).queryFn({ hours: Number(hours) }, callApi)}
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
        send={(days, callApi) => fromContract(excludeSelf).queryFn({ days: Number(days) }, callApi)}
      />
    </Stack>
  )
}
