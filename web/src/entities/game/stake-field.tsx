import chip100 from '@kismet/ui/art/chip-100.svg'
import chip500 from '@kismet/ui/art/chip-500.svg'
import chip1k from '@kismet/ui/art/chip-1k.svg'
import chip5k from '@kismet/ui/art/chip-5k.svg'
import { AmountField } from '@kismet/ui/controls/amount-field.tsx'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { paths } from '../../core/paths.ts'
import { DepositWay, useIsShort } from '../balance/deposit-way.tsx'
import type { KeyActions } from './hotkeys.tsx'
import type { Stake, StakeLimits } from './stake.ts'
import styles from './game.module.css'

const chips = [
  { art: chip100, paise: 10_000 },
  { art: chip500, paise: 50_000 },
  { art: chip1k, paise: 100_000 },
  { art: chip5k, paise: 500_000 },
]

/** Ways out of an amount that cannot be staked. */
function Chips({ onPick }: { onPick: (amountPaise: number) => void }): ReactNode {
  return (
    <div className={styles.chips} role="group" aria-label={t`Stakes`}>
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
    <Row as="span" gap={3} className={classNames(textClass('key'), styles.limits)}>
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
    </Row>
  )
}

/** Keys of the quick buttons; none while a bet is on. */
export function stakeKeys(quick: Stake['quick'], locked: boolean): KeyActions {
  return locked ? {} : { KeyH: quick.onHalf, KeyD: quick.onDouble, KeyM: quick.onMax }
}

/** The amount of a bet, with the limits of its game, and ways out of one that cannot be staked. The way to a deposit takes the place of the limits, so that no button moves. */
export function StakeField({
  stake,
  limits,
  label,
  locked,
  problem,
  isLimited,
  limitsShown = true,
}: {
  stake: Stake
  limits: StakeLimits
  label: string
  locked: boolean
  /** Why there is no bet, or null. */
  problem: string | null
  /** The problem is a rule of the player. */
  isLimited: boolean
  /** Not where the game says them elsewhere. */
  limitsShown?: boolean
}): ReactNode {
  const isBroke = useIsShort(limits.minPaise)
  const isShort = useIsShort(stake.nearestPaise) && !locked && !isBroke
  return (
    <>
      <AmountField
        label={label}
        beside={
          isLimited ? (
            <Link className={textClass('link', 'small')} to={paths.saferPlay}>{t`Safer play`}</Link>
          ) : isShort ? (
            <DepositWay />
          ) : (
            limitsShown && (
              <Limits least={formatRupeesShort(limits.minPaise)} most={formatRupeesShort(limits.maxPaise)} />
            )
          )
        }
        name="amount"
        text={stake.text}
        onText={stake.onText}
        quick={stake.quick}
        locked={locked}
        error={problem ?? undefined}
      />
      {stake.problem !== null && <Chips onPick={stake.set} />}
    </>
  )
}
