import { t } from '@lingui/core/macro'
import { classNames, textClass } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { Kbd } from '../controls/kbd.tsx'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { ModalFrame } from './modal.tsx'
import { PageAddress } from './open-dialogs.tsx'
import { Row } from '../layout/layout.tsx'
import styles from './dialog.module.css'

export interface ConfirmDialogProps {
  title: ReactNode
  icon: Glyph
  /** The verb on the button. */
  action: ReactNode
  /** The action takes something away or cannot be undone. */
  isDangerous?: boolean
  isWide?: boolean
  /** The action is not possible now. */
  isOff?: boolean
  /** Below the text, beside the buttons. */
  foot?: ReactNode
  /** Sends the order. The dialog is busy until this ends, and stays open until `onClose`. */
  onConfirm: () => unknown
  onClose: () => void
  children: ReactNode
}

/** Enter confirms, except on a control that Enter presses. Shift+Enter begins a line. A key that is held down does not confirm. */
function confirmByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, repeat, shiftKey, nativeEvent, target, currentTarget } = event
  if (key !== 'Enter' || nativeEvent.isComposing) return
  const isPressed = target instanceof Element && target.closest('button, a[href], summary, select') !== null
  if (repeat) event.preventDefault()
  if (repeat || isPressed || (shiftKey && target instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  currentTarget.requestSubmit()
}

/** Focuses the first field that is typed into, or else the action. A list is skipped, because Enter in a list does not confirm. */
function useFirstFocus() {
  const title = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const form = title.current?.closest('form')
    form?.querySelector<HTMLElement>('input, textarea, [type=submit]')?.focus()
  }, [])
  return title
}

/** Closes an idle dialog when another page is shown. A dialog with an order in flight stays until the answer. */
function useLeaving(isBusy: boolean, onClose: () => void): void {
  const address = use(PageAddress)
  const [ownAddress] = useState(address)
  const close = useEffectEvent(onClose)
  const isLeft = address !== ownAddress && !isBusy
  useEffect(() => {
    if (isLeft) close()
  }, [isLeft])
}

/** A dialog with a confirm and a cancel button. It cannot be closed while its order is in flight. Open it with `confirm` or `openDialog`. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, icon, action, isDangerous = false, isWide = false, isOff = false, foot } = props
  const { onConfirm, onClose, children } = props
  const titleId = useId()
  const heading = useFirstFocus()
  const [isBusy, setBusy] = useState(false)
  useLeaving(isBusy, onClose)
  const send = async (): Promise<void> => {
    if (isOff) return
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <ModalFrame
      className={classNames(styles.box, isWide && styles.wide)}
      label={titleId}
      locked={isBusy}
      onClose={onClose}
    >
      {/* A click on the text leaves the focus inside, so that Enter still confirms. */}
      <Form className={styles.form} tabIndex={-1} onSubmit={send} onKeyDown={confirmByEnter}>
        <Row as="header" gap={3} className={styles.head}>
          <span className={styles.disc}>
            <Icon of={icon} />
          </span>
          <h2 id={titleId} ref={heading}>
            {title}
          </h2>
        </Row>
        <div className={styles.in}>{children}</div>
        <footer className={styles.foot}>
          {foot !== undefined && <span className={textClass('small')}>{foot}</span>}
          <Button off={isBusy} onClick={() => onClose()}>
            {t`Cancel`} <Kbd>Esc</Kbd>
          </Button>
          <Button kind={isDangerous ? 'danger' : 'primary'} type="submit" icon={icon} busy={isBusy} off={isOff}>
            {action} <Kbd>Enter</Kbd>
          </Button>
        </footer>
      </Form>
    </ModalFrame>
  )
}

interface InfoDialogProps extends Pick<ConfirmDialogProps, 'title' | 'isWide' | 'foot' | 'onClose' | 'children'> {
  /** Beside Close. */
  actions?: ReactNode
}

/** A dialog to read, with a close button. */
export function InfoDialog({ title, isWide = false, foot, actions, onClose, children }: InfoDialogProps): ReactNode {
  const titleId = useId()
  return (
    <ModalFrame className={classNames(styles.box, isWide && styles.wide)} label={titleId} onClose={onClose}>
      <Row as="header" gap={3} className={classNames(styles.head, styles.plain)}>
        <h2 id={titleId}>{title}</h2>
      </Row>
      <div className={styles.in}>{children}</div>
      <footer className={styles.foot}>
        {foot !== undefined && <span className={textClass('small')}>{foot}</span>}
        {actions}
        <Button autoFocus onClick={() => onClose()}>
          {t`Close`} <Kbd>Esc</Kbd>
        </Button>
      </footer>
    </ModalFrame>
  )
}
