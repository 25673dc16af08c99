import { slotsSymbols } from '@kismet/fairness'
import { classNames } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode, Ref } from 'react'
import { useImperativeHandle, useRef } from 'react'
import { prefersReducedMotion } from '@kismet/ui/motion.ts'
import type { AnyReels, AnySymbol } from '../../entities/game/symbol-names.ts'
import { lineWords } from '../../entities/game/symbol-names.ts'
import type { Tier } from './celebration.ts'
import { joinedReels } from './celebration.ts'
import { neighboursOf, symbolLooks } from './symbols.ts'
import party from './celebration.module.css'
import styles from './slots.module.css'

/** What moves the reels from outside of React. */
export interface ReelsHandle {
  /** Lets them stop at what they show now, left to right. Resolves when the last one stands. */
  stop: (durationMs: number) => Promise<void>
}

/** `turning`: waits for the answer; `stopping`: slides to what it shows. */
export type Motion = 'turning' | 'stopping' | null

/** What passes by: all symbols, and as many again as the window shows. */
const passing = [...slotsSymbols, ...slotsSymbols.slice(0, 3)]
/** The first reel stops after this part of the time, the last at its end. */
const firstStop = 0.55

function Symbols({ of }: { of: readonly AnySymbol[] }): ReactNode {
  return of.map((symbol, place) => <img key={place} src={symbolLooks[symbol].art} alt="" draggable={false} />)
}

/** One reel: its symbol on the line with the neighbours; a strip of others moves behind the window before it stands. */
function Reel({ symbol, motion, joined }: { symbol: AnySymbol; motion: Motion; joined: boolean }): ReactNode {
  const [above, below] = neighboursOf(symbol)
  const shown = [above, symbol, below]
  return (
    <div className={classNames(styles.reel, joined && party.joined)}>
      <div className={classNames(styles.strip, motion && styles.moving, motion === 'turning' && styles.turning)}>
        <Symbols of={motion === null ? shown : motion === 'turning' ? passing : [...shown, ...passing]} />
      </div>
    </div>
  )
}

const parties: Readonly<Record<Tier, string | undefined>> = {
  pair: party.pair,
  triple: party.triple,
  'big win': party.bigWin,
  jackpot: party.jackpot,
}

/** The word that stands over a line that hardly ever comes; the outcome below says it, too. */
function RareWord({ tier }: { tier: Tier }): ReactNode {
  if (tier !== 'big win' && tier !== 'jackpot') return null
  return (
    <strong className={party.word} aria-hidden="true">
      {tier === 'jackpot' ? t`Jackpot` : t`Big win`}
    </strong>
  )
}

/**
 * The three reels. What they show slides in by `stop`, whose frames are the browser's own.
 */
export function Reels({
  reels,
  motion,
  hit,
  tier,
  ref,
}: {
  reels: AnyReels
  motion: Motion
  /** Whether the line has won. */
  hit: boolean
  /** How it is celebrated. */
  tier: Tier | null
  ref: Ref<ReelsHandle>
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    stop: async (durationMs) => {
      if (prefersReducedMotion()) return
      const strips = [...(frame.current?.querySelectorAll(`.${styles.strip ?? ''}`) ?? [])]
      const ends = strips.map((strip, place) => {
        const part = firstStop + ((1 - firstStop) * place) / Math.max(1, strips.length - 1)
        const frames = [{ transform: `translateY(calc(-${passing.length} * var(--step)))` }, { transform: 'none' }]
        return strip.animate(frames, { duration: durationMs * part, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' }).finished
      })
      // One that leaves the page in the middle has no end.
      await Promise.allSettled(ends)
    },
  }))
  const joined = joinedReels(reels)
  return (
    <div
      className={classNames(styles.reels, hit && styles.hit, tier && parties[tier])}
      data-celebrates={tier ?? undefined}
      role="img"
      aria-label={motion ? t`The reels turn` : lineWords(reels)}
      ref={frame}
    >
      {reels.map((symbol, place) => (
        <Reel key={place} symbol={symbol} motion={motion} joined={tier !== null && joined[place] === true} />
      ))}
      {tier && <RareWord tier={tier} />}
    </div>
  )
}
