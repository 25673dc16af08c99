import { t } from '@lingui/core/macro'
import X from 'lucide-react/icons/x'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'
import { openModal } from './modal-layer.ts'
import { Row } from '../layout/layout.tsx'
import styles from './modal.module.css'

interface ModalProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * Opens the browser's own modal: it keeps the focus inside, closes on Escape and returns the focus. Mount opens it,
 * unmount closes it. The close runs before the element leaves the page, because a removed modal does not return the focus.
 */
function useModal(): Ref<HTMLDialogElement> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => (ref.current ? openModal(ref.current) : undefined), [])
  return ref
}

/** Whether a pointer is outside of the modal. The dialog is the target outside and on its padding, so the position decides. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

/** The modal element of a dialog. `label` is the id of its title. A `locked` modal cannot be closed. */
export function ModalFrame({
  className,
  label,
  locked = false,
  onClose,
  children,
}: {
  className: string | undefined
  label: string
  locked?: boolean
  onClose: () => void
  children: ReactNode
}): ReactNode {
  // A press that began inside, such as a text selection, must not close the modal.
  const pressedOutside = useRef(false)
  return (
    <dialog
      ref={useModal()}
      className={classNames(styles.modal, className)}
      aria-labelledby={label}
      // Chromium fires no cancel event for the second of two Escapes. It closes the dialog.
      closedby={locked ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onClose()
      }}
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        if (!locked && pressedOutside.current && isOutside(event)) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** A drawer with details: from below on phones, from the right on wide screens. */
export function Drawer({ title, onClose, children }: ModalProps): ReactNode {
  const titleId = useId()
  return (
    <ModalFrame className={styles.drawer} label={titleId} onClose={onClose}>
      <span className={styles.grip} aria-hidden="true" />
      <Row spread gap={3}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label={t`Close`} onClick={onClose} />
      </Row>
      {children}
    </ModalFrame>
  )
}
