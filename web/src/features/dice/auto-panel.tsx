import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { StatusPill } from '@kismet/ui/feedback/status-pill.tsx'
import { formatNet, parseRupees } from '@kismet/ui/format/money.ts'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { AutoProgress, AutoSettings } from './auto-run.ts'
import { clampBets, defaultAutoBets, mostAutoBets } from './auto-run.ts'
import styles from './dice.module.css'

/** Where the run stands; `reason` says why it has ended. */
export interface AutoState extends AutoProgress {
  running: boolean
  reason: string | null
}

interface Texts {
  bets: string
  stopProfit: string
  stopLoss: string
}

/** An empty limit is none; so is one of nothing. */
function limitOf(text: string): number | null {
  const amountPaise = parseRupees(text)
  return amountPaise === 0 ? null : amountPaise
}

/** The settings of a run and its one button: Start, then Stop. */
export function AutoPanel({
  state,
  onStart,
  onStop,
}: {
  state: AutoState | null
  onStart: (settings: AutoSettings) => void
  onStop: () => void
}): ReactNode {
  const [texts, setTexts] = useState<Texts>({ bets: String(defaultAutoBets), stopProfit: '', stopLoss: '' })
  const running = state?.running ?? false
  const settings: AutoSettings = {
    bets: clampBets(texts.bets),
    stopProfitPaise: limitOf(texts.stopProfit),
    stopLossPaise: limitOf(texts.stopLoss),
  }
  return (
    <>
      <TextField
        label="Number of bets"
        inputMode="numeric"
        autoComplete="off"
        value={texts.bets}
        locked={running}
        hint={`1 to ${mostAutoBets.toLocaleString('en-IN')}`}
        onChange={(event) => setTexts({ ...texts, bets: event.target.value })}
        onBlur={() => setTexts({ ...texts, bets: String(settings.bets) })}
      />
      <div className={styles.limitsRow}>
        <AmountField
          label="Stop on profit"
          hint="Empty: no limit"
          text={texts.stopProfit}
          locked={running}
          onText={(stopProfit) => setTexts({ ...texts, stopProfit })}
        />
        <AmountField
          label="Stop on loss"
          hint="Empty: no limit"
          text={texts.stopLoss}
          locked={running}
          onText={(stopLoss) => setTexts({ ...texts, stopLoss })}
        />
      </div>
      {state && (
        <div className="spread small" role="status">
          <StatusPill status={running ? 'running' : 'stopped'} />
          <span className="muted">
            {state.betsDone} of {settings.bets} · {formatNet(state.netPaise)}
            {state.reason !== null && ` · ${state.reason}`}
          </span>
        </div>
      )}
      {running ? (
        <Button kind="danger" big icon={Square} onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button kind="primary" big icon={Play} onClick={() => onStart(settings)}>
          Start Auto
        </Button>
      )}
    </>
  )
}
