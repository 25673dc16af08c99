import { classNames } from '@kismet/ui/class-names.ts'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { useTimeout } from '@kismet/ui/feedback/use-timeout.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import type { Notice } from './notices-slice.ts'
import { noticeClosed, selectNotices } from './notices-slice.ts'
import styles from './notices.module.css'

const goodMs = 5_000

function Toast({ notice: { id, tone, title, detail } }: { notice: Notice }): ReactNode {
  const dispatch = useAppDispatch()
  const [held, setHeld] = useState(false)
  const close = (): void => {
    dispatch(noticeClosed(id))
  }
  useTimeout(close, tone === 'bad' || held ? null : goodMs)
  return (
    <div
      className={classNames(styles.toast, styles[tone])}
      role={tone === 'bad' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={tone === 'good' ? CircleCheck : CircleAlert} size="s" />
      <p>
        <b>{title}</b>
        {detail !== null && <span>{detail}</span>}
      </p>
      <IconButton icon={X} size="s" label="Close" onClick={close} />
    </div>
  )
}

/** What happened, bottom right. Good news leaves after 5 s, what failed stays until it is closed. */
export function Notices(): ReactNode {
  const notices = useAppSelector(selectNotices)
  return (
    <section className={styles.stack} aria-label="Messages">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  )
}
