import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Gift from 'lucide-react/icons/gift'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import { useTimeout } from './use-timeout.ts'
import styles from './toast.module.css'

/** What kind of news it is. */
export type Tone = 'good' | 'bad' | 'warn' | 'note' | 'gift'

/** One message on its way past the player. */
export interface ToastMessage {
  id: string
  tone: Tone
  text: string
}

const glyphs: Record<Tone, Glyph> = { good: CircleCheck, bad: CircleX, warn: TriangleAlert, note: Info, gift: Gift }
const toastMs = 4000
const mostShown = 3

function Toast({ toast, onClose }: { toast: ToastMessage; onClose: (id: string) => void }): ReactNode {
  const [held, setHeld] = useState(false)
  useTimeout(() => onClose(toast.id), held ? null : toastMs)
  return (
    <div
      className={classNames(styles.toast, styles[toast.tone])}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={glyphs[toast.tone]} />
      <p>{toast.text}</p>
      <IconButton icon={X} label="Close" onClick={() => onClose(toast.id)} />
    </div>
  )
}

/** The newest three messages, four seconds each; time stands still under the pointer and while one has the focus. */
export function ToastStack({
  toasts,
  onClose,
}: {
  toasts: readonly ToastMessage[]
  onClose: (id: string) => void
}): ReactNode {
  return (
    <div className={styles.stack} role="status" aria-label="Messages">
      {toasts.slice(-mostShown).map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={onClose} />
      ))}
    </div>
  )
}

/** A message across the whole width under the top bar that leaves by itself (spec 2.15). Give it a `key` a message. */
export function Banner({
  text,
  durationMs = 2000,
  onClose,
}: {
  text: string
  durationMs?: number
  onClose: () => void
}): ReactNode {
  useTimeout(onClose, durationMs)
  return (
    <div className={styles.banner} role="status">
      <Icon of={Info} />
      <p>{text}</p>
      <IconButton icon={X} label="Close" onClick={onClose} />
    </div>
  )
}
