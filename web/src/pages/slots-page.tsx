import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { casinoPath } from '../core/paths.ts'
import { chatUrl, useGetConfigQuery } from '../entities/site/site-api.ts'
import { SlotsGame } from '../features/slots/slots-game.tsx'
import styles from './chat-button.module.css'

/**
 * Marks the line above the chat if SPIN reaches below the line before the page is scrolled. Letters and notices make
 * pages of different heights, so that this is measured.
 */
function watchAction(above: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const bottom = document.querySelector('main form > button')?.getBoundingClientRect().bottom ?? 0
    above.toggleAttribute('data-meets', bottom + window.scrollY > above.offsetHeight)
  })
  for (const part of [above, document.body, ...document.querySelectorAll('main form')]) observer.observe(part)
  return () => observer.disconnect()
}

/** The floating way to the chat, on the page of Slots only (spec 2.3), where the operator has set a contact. */
function ChatButton(): ReactNode {
  const { data } = useGetConfigQuery({})
  const url = chatUrl(data?.contacts.whatsapp ?? null, t`Hello! I need help with the casino games.`)
  if (url === null) return null
  const tooltip = t`Need Help? Chat with us!`
  return (
    <>
      <i className={styles.above} ref={watchAction} />
      <aside className={styles.chat} aria-label={tooltip}>
        <span aria-hidden="true">{tooltip}</span>
        <a href={url} target="_blank" rel="noreferrer" title={tooltip} aria-label={tooltip}>
          <Icon of={MessageCircle} size="l" />
        </a>
      </aside>
    </>
  )
}

/** / and /casino/slots: the first game, with the chat where it is named (spec 2.3). */
export function SlotsPage(): ReactNode {
  const [pathname] = useLocation()
  return (
    <>
      <SlotsGame />
      {pathname === casinoPath('slots') && <ChatButton />}
    </>
  )
}
