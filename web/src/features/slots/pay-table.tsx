import type { SlotsSymbol } from '@kismet/fairness'
import { ratioPercent, slotsRtp } from '@kismet/fairness'
import { grouped } from '@kismet/ui/format/money.ts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import type { PlayAnswer } from '../../entities/game/games-api.ts'
import { payLines, symbolLooks } from './symbols.ts'
import styles from './slots.module.css'

/** Over all stops of the reels: what is paid of what is staked. */
const [paid, staked] = [grouped(Number(slotsRtp.numerator)), grouped(Number(slotsRtp.denominator))]
const exactPercent = ratioPercent(slotsRtp, 3).toFixed(3)

const names: Partial<Record<SlotsSymbol, MessageDescriptor>> = { seven: msg`Jackpot`, diamond: msg`Big win` }

function nameOf(symbol: SlotsSymbol): string | null {
  const name = names[symbol]
  return name === undefined ? null : t(name)
}

function threeOf(symbol: SlotsSymbol): string {
  const symbols = t(symbolLooks[symbol].many)
  return t`Three ${symbols}`
}

/** What pays how much; the line that was hit is marked. */
export function PayTable({ hit }: { hit: Pick<PlayAnswer<'slots'>, 'reels' | 'winType'> | null }): ReactNode {
  const hitLines = { triple: hit?.reels[0], pair: null, none: undefined, other: undefined }
  const hitLine = hitLines[hit?.winType ?? 'none']
  return (
    <section aria-labelledby="pay-table">
      <h2 className={styles.payTitle} id="pay-table">
        {t`Payout table`}
      </h2>
      <ul className={styles.payTable}>
        {payLines.map(({ symbol, times }) => (
          <li key={symbol ?? 'pair'} className={classNames(hitLine === symbol && styles.on)}>
            {symbol === null ? (
              t`Any two of a kind`
            ) : (
              <>
                {[0, 1, 2].map((place) => (
                  <img key={place} src={symbolLooks[symbol].art} alt={place === 0 ? threeOf(symbol) : ''} />
                ))}
                <span className={textClass('muted')}>{nameOf(symbol)}</span>
              </>
            )}
            <b>{times}</b>
          </li>
        ))}
      </ul>
      <p className={styles.exact}>{t`Exact RTP: ${paid} / ${staked} = ${exactPercent}%`}</p>
    </section>
  )
}
