import type { ReactNode } from 'react'
import { classNames, textClass } from '../class-names.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { shortHash } from '../format/short.ts'
import { sealStars } from './stars.ts'
import { Row } from '../layout/layout.tsx'
import styles from './seal.module.css'

/** `sealed`: no bet, a dotted grey ring. `played`: the bet is open, dotted gold. `open`: the seed is revealed, solid green. */
export type SealState = 'sealed' | 'played' | 'open'

interface SealProps {
  /** 64 hex characters. */
  hash: string
  state?: SealState
  size?: 'small' | 'medium' | 'large'
  className?: string | undefined
}

/** A commitment hash as seven stars in a ring, hidden from screen readers, because the hash is beside it. */
export function Seal({ hash, state = 'sealed', size = 'medium', className }: SealProps): ReactNode {
  const stars = sealStars(hash).map((star) => ({ ...star, px: 8 + star.x * 32, py: 10 + star.y * 28 }))
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      className={classNames(styles.seal, styles[state], size !== 'medium' && styles[size], className)}
    >
      <circle className={styles.ring} cx="24" cy="24" r="22.5" />
      <polyline
        className={styles.path}
        points={stars.map(({ px, py }) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')}
      />
      {stars.map(({ px, py, size: radius, bright }, at) =>
        bright ? (
          <path key={at} className={styles.bright} d={`M${px} ${py - 6}q.8 5.2 6 6-5.2.8-6 6-.8-5.2-6-6 5.2-.8 6-6z`} />
        ) : (
          <circle key={at} className={styles.star} cx={px} cy={py} r={(radius * 1.9).toFixed(1)} />
        ),
      )}
    </svg>
  )
}

/** A whole hash or seed with a copy button, and the seal of a commitment. */
export function HashLine({ text, copyLabel, seal }: { text: string; copyLabel: string; seal?: SealState }): ReactNode {
  return (
    <Row gap={3} className={styles.hash}>
      {seal && <Seal hash={text} state={seal} />}
      <span className={textClass('mono')}>{text}</span>
      <CopyButton text={text} label={copyLabel} />
    </Row>
  )
}

/** A seal with a name and a short hash. `text` replaces the hash, for example by a revealed seed. */
export function SealLine({
  hash,
  state,
  name,
  text = hash,
}: {
  hash: string
  state: SealState
  name: ReactNode
  text?: string
}): ReactNode {
  return (
    <Row gap={3} className={styles.hash}>
      <Seal hash={hash} state={state} />
      <div>
        <p className={textClass('key')}>{name}</p>
        <p className={textClass('mono')} title={text}>
          {shortHash(text)}
        </p>
      </div>
    </Row>
  )
}
