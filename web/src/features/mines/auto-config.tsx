import { limits } from '@kismet/contracts'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { DepositWay, useIsShort } from '../../entities/balance/deposit-way.tsx'
import type { AutoTexts } from './auto-setup.ts'
import { autoMinesOf, betText, boundaryOf, stopAfterOf } from './auto-setup.ts'

const { mines, minesAuto } = limits

/** Why a bet in whole rupees cannot be played, or undefined. */
function betProblem(text: string, balancePaise: number): string | undefined {
  const betPaise = Number(text) * 100
  if (!(betPaise > 0) || betPaise > mines.maxRupees * 100) return t`Please enter a valid bet amount`
  return betPaise > balancePaise ? t`Insufficient balance for this bet` : undefined
}

/** The highest bet, or the way to a deposit. */
function BetNote({ isShort }: { isShort: boolean }): ReactNode {
  if (isShort) return <DepositWay />
  return <span className={textClass('small', 'muted')}>{t`up to ${formatRupeesShort(mines.maxRupees * 100)}`}</span>
}

/** The fields of a run: locked while it is under way. */
export function AutoConfig({
  texts,
  locked,
  balancePaise,
  onChange,
}: {
  texts: AutoTexts
  locked: boolean
  balancePaise: number
  onChange: (changes: Partial<AutoTexts>) => void
}): ReactNode {
  const bet = Number(texts.bet)
  const isShort = useIsShort(bet * 100) && !locked
  const mostBet = Math.max(1, Math.min(Math.floor(balancePaise / 100), mines.maxRupees))
  const setBet = (rupees: number): void => onChange({ bet: String(Math.min(mostBet, Math.max(1, Math.floor(rupees)))) })
  const boundaries = [
    { name: 'upper', label: t`Stop at upper balance` },
    { name: 'lower', label: t`Stop at lower balance` },
  ] as const
  const field = { inputMode: 'numeric', autoComplete: 'off', locked } as const
  return (
    <Panel title={t`Configuration`} end={locked && <Tag icon={Lock}>{t`Locked`}</Tag>}>
      <AmountField
        label={t`Bet Amount`}
        beside={<BetNote isShort={isShort} />}
        text={texts.bet}
        onText={(typed) => onChange({ bet: betText(typed) })}
        quick={{ onHalf: () => setBet(bet / 2), onDouble: () => setBet(bet * 2), onMax: () => setBet(mostBet) }}
        locked={locked}
        error={locked ? undefined : betProblem(texts.bet, balancePaise)}
      />
      <Columns least={7} gap={3}>
        <TextField
          {...field}
          label={t`Mines count`}
          value={texts.mines}
          error={autoMinesOf(texts.mines) === undefined ? t`Mines count must be between 1 and 24.` : undefined}
          onChange={(event) => onChange({ mines: event.target.value })}
        />
        <TextField
          {...field}
          label={t`Stop after bets`}
          placeholder={t`No limit`}
          value={texts.stopAfter}
          error={
            stopAfterOf(texts.stopAfter) === undefined
              ? t`Enter a whole number from 1 to ${minesAuto.stopAfterBetsMax}`
              : undefined
          }
          onChange={(event) => onChange({ stopAfter: event.target.value })}
        />
        {boundaries.map(({ name, label }) => (
          <TextField
            {...field}
            key={name}
            label={label}
            rupees
            inputMode="decimal"
            placeholder={t`No limit`}
            value={texts[name]}
            error={boundaryOf(texts[name]) === undefined ? t`Enter an amount or leave it empty` : undefined}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </Columns>
    </Panel>
  )
}
