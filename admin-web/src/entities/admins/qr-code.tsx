import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import styles from './totp-set-up.module.css'

/** Modules of white around a code, without which some cameras do not find it. */
const margin = 4

/** A text as a QR code, made here: what it says goes nowhere. Always dark on white, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { path, size } = useMemo(() => {
    const code = generate(text, { minCorrectionLevel: correction.M })
    return { path: toSvgPath(code), size: code.size + 2 * margin }
  }, [text])
  return (
    <svg className={styles.qr} viewBox={`${-margin} ${-margin} ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
