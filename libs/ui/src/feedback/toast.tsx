import { t } from '@lingui/core/macro'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Gift from 'lucide-react/icons/gift'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import type { ToastKind, ToastMessage } from './toast-queue.ts'
import { maxShownToasts } from './toast-queue.ts'
import { useTopModal } from './modal-layer.ts'
import styles from './toast.module.css'
import type { Tone } from './tone.ts'
import { toneClass } from './tone.ts'
import { useTimeout } from './use-timeout.ts'
import { Row } from '../layout/layout.tsx'

const looks: Record<ToastKind, { icon: Glyph; tone: Tone }> = {
  good: { icon: CircleCheck, tone: 'good' },
  bad: { icon: CircleX, tone: 'bad' },
  note: { icon: Info, tone: 'info' },
  gift: { icon: Gift, tone: 'info' },
}

function Toast({ toast, onClose }: { toast: ToastMessage; onClose: (id: string) => void }): ReactNode {
  const { id, kind, text, detail, lastsMs } = toast
  const [held, setHeld] = useState(false)
  useTimeout(() => onClose(id), held ? null : lastsMs)
  const { icon, tone } = looks[kind]
  return (
    <div
      className={classNames(toneClass(tone), styles.toast)}
      role={kind === 'bad' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={icon} />
      {detail ? (
        <p>
          <b>{text}</b>
          <br />
          <span>{detail}</span>
        </p>
      ) : (
        <p>{text}</p>
      )}
      <IconButton icon={X} size="s" label={t`Close`} onClick={() => onClose(id)} />
    </div>
  )
}

/**
 * The newest toast, and the number of unread errors behind it. The time of a toast pauses under the pointer and while the toast has
 * the focus. An open modal contains the stack, so that toasts can be read and closed there.
 */
export function ToastStack({
  toasts,
  onClose,
}: {
  toasts: readonly ToastMessage[]
  onClose: (id: string) => void
}): ReactNode {
  const modal = useTopModal()
  const hidden = toasts.length - maxShownToasts
  const element = useRef<HTMLElement>(null)
  // In the next frame, because showing it now would force an extra style calculation.
  useEffect(() => {
    const frame = requestAnimationFrame(() => element.current?.showPopover())
    return () => cancelAnimationFrame(frame)
  }, [modal])
  const stack = (
    <section
      ref={element}
      popover="manual"
      className={classNames(styles.stack, modal && styles.overModal)}
      role="status"
      aria-label={t`Messages`}
    >
      {hidden > 0 && <p className={styles.more}>{t`${hidden} more`}</p>}
      {toasts.slice(-maxShownToasts).map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={onClose} />
      ))}
    </section>
  )
  return modal ? createPortal(stack, modal) : stack
}

/** A message across the whole width under the top bar that closes by itself (spec 2.15). Use a `key` for each message. */
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
    <Row gap={3} className={styles.banner} role="status">
      <Icon of={Info} />
      <p>{text}</p>
      <IconButton icon={X} label={t`Close`} onClick={onClose} />
    </Row>
  )
}
