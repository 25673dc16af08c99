import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Seal } from '@kismet/ui/seal/seal.tsx'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { CheckResult, CheckStep } from './check.ts'
import styles from './fairness.module.css'

function Step({ ok, title, how, value, mark }: CheckStep): ReactNode {
  return (
    <li>
      <h3 className={textClass(ok ? undefined : 'loss')}>
        <span className={textClass(ok ? 'win' : 'loss')}>
          <Icon of={ok ? Check : X} />
        </span>
        {title}
      </h3>
      <p className={textClass('small', 'muted')}>{how}</p>
      {value !== '' && (
        <p className={textClass('mono')}>
          {mark > 0 && <mark>{value.slice(0, mark)}</mark>}
          {value.slice(mark)}
        </p>
      )}
    </li>
  )
}

/** Whether the bet is true, and each step that shows it; the first false one ends the list. */
export function Verdict({ result }: { result: CheckResult | { problem: string } | null }): ReactNode {
  if (result === null) {
    return (
      <EmptyState title={t`No bet checked yet`}>
        {t`Fill in the values of a finished bet, or press Verify beside one of your bets.`}
      </EmptyState>
    )
  }
  if ('problem' in result) return <Notice tone="bad">{result.problem}</Notice>
  const { valid, hash, summary, steps, notes } = result
  return (
    <>
      <Row gap={4} className={classNames(styles.verdict, !valid && styles.false)}>
        <Seal hash={hash} state={valid ? 'open' : 'sealed'} />
        <div>
          <p className={classNames(textClass(valid ? 'win' : 'loss'), styles.word)}>
            <Icon of={valid ? CircleCheck : CircleX} /> {valid ? t`Verified` : t`Not verified`}
          </p>
          <p className={textClass('small')}>{summary}</p>
        </div>
      </Row>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
      {notes.length > 0 && (
        <Stack gap={2} className={styles.notes}>
          {notes.map((note) => (
            <Notice key={note}>{note}</Notice>
          ))}
        </Stack>
      )}
    </>
  )
}
