import { Kbd } from '@kismet/ui/controls/kbd.tsx'
import type { ReactNode } from 'react'
import styles from './keyboard.module.css'

/** The keys of what stands above, in a line; not there where there is no keyboard. */
export function KeyLine({ keys }: { keys: readonly (readonly [caps: readonly string[], means: string])[] }): ReactNode {
  return (
    <p className={styles.keyLine}>
      {keys.map(([caps, means]) => (
        <span key={means}>
          {caps.map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}{' '}
          {means}
        </span>
      ))}
    </p>
  )
}
