import { asCallError } from '@kismet/app-kit/call-error.ts'
import { getAviatorKeys } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { TextArea } from '@kismet/ui/controls/text-field.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { formatTimeExact } from '@kismet/ui/format/time.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack, stackClass } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, panelClass } from '@kismet/ui/layout/panel.tsx'
import { t } from '@lingui/core/macro'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formErrorText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import { mutationHook } from '../../entities/session/from-contract.ts'
import { checkReceipt } from './receipt.ts'

// A query would keep the keys, and a press must ask again.
const useKeys = mutationHook(getAviatorKeys)

type Result = NonNullable<Awaited<ReturnType<typeof checkReceipt>>> | { problem: LazyText } | null

function Answer({ result }: { result: Result }): ReactNode {
  if (result === null) return null
  if ('problem' in result) return <Notice tone="bad">{result.problem()}</Notice>
  const rows = [
    { name: t`Cash-out received at`, value: formatTimeExact(result.receivedAt) },
    { name: t`Multiplier`, value: formatMultiplier(result.multiplier) },
    { name: t`Payout`, value: formatRupees(Math.round(result.payout * 100)) },
    { name: t`Round`, value: <span className={textClass('mono')}>{result.roundId}</span> },
    { name: t`Bet`, value: <span className={textClass('mono')}>{result.betId}</span> },
  ]
  return (
    <>
      <Notice tone="good">{t`This casino has signed this receipt, and its text is unchanged.`}</Notice>
      <KeyValues rows={rows} />
    </>
  )
}

/** Checks the signed receipt of a cash-out in Aviator, in this browser. */
export function ReceiptCheck(): ReactNode {
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<{ text: string; result: Result } | null>(null)
  const [readKeys, { isLoading }] = useKeys()
  const tell = (result: Result): void => setChecked({ text, result })
  const submit = async (): Promise<void> => {
    const { data, error } = await readKeys({})
    if (!data) {
      tell({ problem: () => formErrorText(asCallError(error), t`The keys of the casino could not be loaded.`) })
      return
    }
    const receipt = await checkReceipt(text, data.keys)
    tell(receipt ?? { problem: () => t`This casino did not sign this text, or the text was changed.` })
  }
  return (
    <section className={panelClass} aria-labelledby="check-receipt">
      <h2 id="check-receipt">{t`Check a receipt of Aviator`}</h2>
      <Stack gap={6} wide="halves">
        <form
          className={stackClass}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextArea
            label={t`Receipt of a cash-out`}
            hint={t`In Aviator, open Fair and copy the receipt of your last cash-out.`}
            seed
            rows={2}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" icon={ShieldCheck} busy={isLoading} off={text.trim() === ''}>
            {t`Check receipt`}
          </Button>
        </form>
        <div className={stackClass} role="status">
          {/* The text may be another by now. */}
          <Answer result={checked?.text === text ? checked.result : null} />
        </div>
      </Stack>
    </section>
  )
}
