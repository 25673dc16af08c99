import type { OrOther, Output, VolatilityMode } from '@kismet/contracts'
import type { getVolatilityMode } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './maintenance.module.css'

type Volatility = Output<typeof getVolatilityMode>

const titles: Readonly<Record<OrOther<VolatilityMode>, string>> = {
  mild: 'Mild',
  normal: 'Normal',
  hard: 'Hard',
  other: 'Other',
}

/** Multipliers that players aim at. Whatever the aim, it pays the RTP on average: it is reached by its share of that. */
const reached = [2, 10]

/** The modes side by side, with what each of them means. */
export function ModeChoice({
  volatility: { mode: inUse, modes },
  chosen,
  disabled,
  onChoose,
}: {
  volatility: Volatility
  chosen: OrOther<VolatilityMode>
  disabled: boolean
  onChoose: (mode: VolatilityMode) => void
}): ReactNode {
  const name = useId()
  return (
    <fieldset className={styles.modes} disabled={disabled}>
      <legend className={textClass('sr')}>Volatility mode</legend>
      {modes.map(({ mode, rtp, crashAtOnce }) => (
        <label key={mode} className={classNames(styles.mode, mode === chosen && styles.chosen)}>
          <span className={styles.title}>
            <input
              type="radio"
              name={name}
              value={mode}
              checked={mode === chosen}
              disabled={mode === 'other'}
              onChange={() => mode !== 'other' && onChoose(mode)}
            />
            {titles[mode]}
            {mode === inUse && <Tag tone="own">next round</Tag>}
          </span>
          <span className={styles.rtp}>
            {rtp.toFixed(2)}% <small>RTP</small>
          </span>
          <span className={styles.fact}>
            <span>Crashes at 1.00x</span>
            <b>{crashAtOnce.toFixed(2)}%</b>
          </span>
          {reached.map((multiplier) => (
            <span key={multiplier} className={styles.fact}>
              <span>Reaches {multiplier}.00x</span>
              <b>{(rtp / multiplier).toFixed(1)}%</b>
            </span>
          ))}
        </label>
      ))}
    </fieldset>
  )
}
