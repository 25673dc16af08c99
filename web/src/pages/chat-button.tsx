import { Icon } from '@kismet/ui/icon.tsx'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { chatUrl } from '../entities/site/contacts.ts'
import { useGetConfigQuery } from '../entities/site/site-api.ts'
import styles from './chat-button.module.css'

const tooltip = 'Need Help? Chat with us!'
const greeting = 'Hello! I need help with the casino games.'

/** The floating way to the chat, on the page of Slots only (spec 2.3), where the operator has set a contact. */
export function ChatButton(): ReactNode {
  const { data } = useGetConfigQuery({})
  const url = chatUrl(data?.contacts.whatsapp ?? null, greeting)
  if (url === null) return null
  return (
    <div className={styles.chat}>
      <span aria-hidden="true">{tooltip}</span>
      <a href={url} target="_blank" rel="noreferrer" title={tooltip} aria-label={tooltip}>
        <Icon of={MessageCircle} size="l" />
      </a>
    </div>
  )
}
