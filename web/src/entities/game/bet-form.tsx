import chip100 from '@kismet/ui/art/chip-100.svg'
import chip500 from '@kismet/ui/art/chip-500.svg'
import chip1k from '@kismet/ui/art/chip-1k.svg'
import chip5k from '@kismet/ui/art/chip-5k.svg'
import { classNames } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Hourglass from 'lucide-react/icons/hourglass'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Checkbox } from '@kismet/ui/controls/choice.tsx'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { useKeptForm } from '../session/kept-form.ts'
import type { StakeLimits } from './stake.ts'
import type { InstantGame } from './instant-games.ts'
import type { InstantGameState } from './use-instant-game.ts'
import styles from './game.module.css'

const chips = [
  { art: chip100, paise: 10_000 },
  { art: chip500, paise: 50_000 },
  { art: chip1k, paise: 100_000 },
  { art: chip5k, paise: 500_000 },
]

/** Ways out of an amount that cannot be staked. The field keeps the focus, or it would be left, and settle, before the chip is pressed. */
function Chips({ onPick }: { onPick: (amountPaise: number) => void }): ReactNode {
  return (
    <div className={styles.chips} role="group" aria-label={t`Stakes`} onMouseDown={(event) => event.preventDefault()}>
      {chips.map(({ art, paise }) => (
        <Button key={paise} kind="quiet" onClick={() => onPick(paise)}>
          <img src={art} alt="" width="24" height="24" />
          {formatRupeesShort(paise)}
        </Button>
      ))}
    </div>
  )
}

function Limits({ least, most }: { least: string; most: string }): ReactNode {
  return (
    <span className={styles.limits}>
      <span>
        <Trans>
          Min <b>{least}</b>
        </Trans>
      </span>
      <span>
        <Trans>
          Max <b>{most}</b>
        </Trans>
      </span>
    </span>
  )
}

const interactive = 'a, button, input, textarea, select, summary, [role=slider], [role=tab], [role=menuitem], dialog'

/** While it is on, Space bets where it does nothing else. It scrolls the page for everybody who has not asked for this. */
function useSpaceBets(isOn: boolean, onBet: () => void): void {
  const newest = useRef(onBet)
  useEffect(() => {
    newest.current = onBet
  })
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isOurs = event.code === 'Space' && !event.repeat && !event.defaultPrevented
      if (!isOurs || (event.target instanceof Element && event.target.closest(interactive))) return
      if (document.querySelector('dialog[open], [role=dialog], [role=menu]') !== null) return
      event.preventDefault()
      newest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}

const SpaceBets = z.boolean()

/** A key that is held down bets once. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

/** The bet panel: the amount with its limits, what the game adds, and its action, which is what Enter and Space do. */
export function BetForm<G extends InstantGame>({
  game,
  label,
  limits,
  byHand = true,
  children,
}: {
  game: InstantGameState<G>
  label: string
  limits: StakeLimits
  /** Whether the action is one bet; else the panel has many controls, which stand closer on phones, so that the action stays in view. */
  byHand?: boolean
  children: ReactNode
}): ReactNode {
  const { stake, locked, problem, bet, checkedPaise } = game
  const betByHand = (): void => {
    if (byHand) bet()
  }
  const [spaceBets, keepSpaceBets] = useKeptForm('space-bets', SpaceBets, false)
  useSpaceBets(spaceBets && byHand, bet)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    betByHand()
  }
  return (
    <form
      className={classNames(styles.bet, !byHand && styles.dense)}
      noValidate
      onSubmit={submit}
      onKeyDown={ignoreHeldEnter}
    >
      <AmountField
        label={label}
        beside={<Limits least={formatRupeesShort(limits.minPaise)} most={formatRupeesShort(limits.maxPaise)} />}
        name="amount"
        text={stake.text}
        onText={stake.onText}
        onBlur={() => void stake.settle()}
        quick={stake.quick}
        locked={locked}
        error={problem ?? undefined}
      />
      {stake.problem !== null && <Chips onPick={stake.set} />}
      {checkedPaise !== null && (
        <p className={styles.why}>
          <Icon of={Hourglass} />
          {t`No answer has come. You can bet again when your last bet is settled.`}
        </p>
      )}
      {children}
      {byHand && (
        <div className={styles.keys}>
          <Checkbox checked={spaceBets} onChange={(isOn) => keepSpaceBets(() => isOn)}>
            {t`The space bar bets`}
          </Checkbox>
        </div>
      )}
    </form>
  )
}
