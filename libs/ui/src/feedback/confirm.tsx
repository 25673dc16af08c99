import { t } from '@lingui/core/macro'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { ModalFrame } from './modal.tsx'
import type { Glyph } from '../icon.tsx'
import { Icon } from '../icon.tsx'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Kbd } from '../controls/kbd.tsx'
import styles from './confirm.module.css'

interface ConfirmProps {
  title: ReactNode
  icon: Glyph
  /** The verb on the button. */
  action: ReactNode
  /** The order is in flight. It cannot be cancelled any more, so the question stays open until the answer. */
  busy: boolean
  onConfirm: () => void | Promise<void>
  onClose: () => void
  /** Enter in one of its fields does what the button does. Never where money moves or something is lost: there Enter may be one press too many. */
  byEnter?: boolean
  children: ReactNode
}

/** A confirmation before an action that affects other people. Its text says what happens to them. Cancel has the focus. */
export function Confirm({
  title,
  icon,
  action,
  busy,
  onConfirm,
  onClose,
  byEnter = false,
  children,
}: ConfirmProps): ReactNode {
  const titleId = useId()
  const parts = (
    <>
      <header className={styles.head}>
        <span className={styles.disc}>
          <Icon of={icon} />
        </span>
        <h2 id={titleId}>{title}</h2>
      </header>
      <div className={styles.in}>{children}</div>
      <footer className={styles.foot}>
        <Button autoFocus off={busy} onClick={onClose}>
          {t`Cancel`} <Kbd>Esc</Kbd>
        </Button>
        <Button
          kind="primary"
          icon={icon}
          busy={busy}
          {...(byEnter ? { type: 'submit' } : { onClick: () => void onConfirm() })}
        >
          {action}
        </Button>
      </footer>
    </>
  )
  return (
    <ModalFrame look={styles.box} label={titleId} locked={busy} onClose={onClose}>
      {byEnter ? (
        <Form className={styles.form} onSubmit={onConfirm}>
          {parts}
        </Form>
      ) : (
        parts
      )}
    </ModalFrame>
  )
}

/** Something to read over the page: a title, what it says, and a way back. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const titleId = useId()
  return (
    <ModalFrame look={styles.box} label={titleId} onClose={onClose}>
      <header className={classNames(styles.head, styles.plain)}>
        <h2 id={titleId}>{title}</h2>
      </header>
      <div className={styles.in}>{children}</div>
      <footer className={styles.foot}>
        <Button autoFocus onClick={onClose}>
          {t`Close`} <Kbd>Esc</Kbd>
        </Button>
      </footer>
    </ModalFrame>
  )
}
