import { LimitPeriod, limits as siteLimits, paise, paiseOfRupees } from '@kismet/contracts'
import type { Input, LimitType, Paise, PlayLimit, setLimit } from '@kismet/contracts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { amountText, formatRupeesShort, parseRupees } from '@kismet/ui/format/money.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { periodWord, typeWord } from './limit-words.ts'
import { useLimitChange } from './use-limit-change.ts'
import styles from './safer-play.module.css'

const mostPaise = paiseOfRupees(siteLimits.saferPlay.limitMaxRupees)
type Texts = Record<LimitPeriod, string>

/** What is typed: null for no limit, undefined for what is no amount that can be one. */
function typedPaise(text: string): Paise | null | undefined {
  if (text.trim() === '') return null
  const amount = parseRupees(text)
  return amount === null || amount > mostPaise ? undefined : paise(amount)
}

/** The limits of a kind, all three at once: an empty field is no limit. */
export function LimitForm({
  type,
  limits,
  onClose,
}: {
  type: LimitType
  limits: readonly PlayLimit[]
  onClose: () => void
}): ReactNode {
  const [before] = useState(limits)
  const textOf = (period: LimitPeriod): string => {
    const amount = before.find((limit) => limit.period === period)?.amount ?? null
    return amount === null ? '' : amountText(amount)
  }
  const [texts, setTexts] = useState<Texts>(() => ({
    day: textOf('day'),
    week: textOf('week'),
    month: textOf('month'),
  }))
  const [isChecked, setChecked] = useState(false)
  const { busy, change } = useLimitChange()
  const save = async (): Promise<void> => {
    setChecked(true)
    const typed = LimitPeriod.options.map((period) => ({ period, amount: typedPaise(texts[period]) }))
    if (typed.some(({ amount }) => amount === undefined)) return
    const changes = typed.flatMap(({ period, amount }): Input<typeof setLimit>[] =>
      amount === undefined || texts[period] === textOf(period) ? [] : [{ type, period, amount }],
    )
    if (await change(changes)) onClose()
  }
  return (
    <Form className={styles.form} aria-label={typeWord(type)} onSubmit={save}>
      {LimitPeriod.options.map((period) => (
        <AmountField
          key={period}
          label={periodWord(period)}
          name={period}
          text={texts[period]}
          locked={busy}
          error={
            isChecked && typedPaise(texts[period]) === undefined
              ? t`Enter an amount up to ${formatRupeesShort(mostPaise)}, or leave it empty`
              : undefined
          }
          onText={(text) => setTexts((all) => ({ ...all, [period]: text }))}
        />
      ))}
      <p
        className={textClass('small', 'muted')}
      >{t`Leave a field empty for no limit. Lower limits start now, higher ones after 24 hours.`}</p>
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" busy={busy}>
          {t`Save`}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </Form>
  )
}
