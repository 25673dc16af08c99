import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import ExternalLink from 'lucide-react/icons/external-link'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { networkErrorText } from '../core/error-text.ts'
import { LoginLink } from '../core/login-link.tsx'
import { Page } from '../core/page/page.tsx'
import { chatUrl } from '../entities/site/site-api.ts'
import { useGetConfigQuery } from '../entities/site/site-api.ts'
import { ConversationsPanel, useConversations } from '../features/support/conversations.tsx'
import { SupportForm } from '../features/support/support-form.tsx'
import styles from './support-page.module.css'

const HelpAnswers = lazyPart(() => import('../features/support/help-answers.tsx').then((code) => code.HelpAnswers))

/** /support: the ways to reach the operator that are set, and a message. */
export function SupportPage(): ReactNode {
  const { data, error, isFetching, refetch } = useGetConfigQuery({})
  // Not `isLoading`: that is so again with each asking after one that failed, and would take the form from who writes.
  const conversations = useConversations()
  const isWaiting = (!data && !error) || conversations.isWaiting
  const thread = new URLSearchParams(useSearch()).get('thread')
  const chat = chatUrl(data?.contacts.whatsapp ?? null)
  const email = data?.contacts.email ?? null
  return (
    <Page slim>
      {isWaiting && <Skeleton rows={2} />}
      {!data && error && <ErrorState title={networkErrorText()} busy={isFetching} onRetry={() => void refetch()} />}
      {chat !== null && (
        <a className={styles.way} href={chat} target="_blank" rel="noreferrer">
          <Icon of={MessageCircle} size="l" />
          <span>
            <b>{t`WhatsApp support`}</b>
            <span className={textClass('small', 'muted')}>{t`Opens a chat`}</span>
          </span>
          <Icon of={ExternalLink} />
        </a>
      )}
      {email !== null && (
        <a className={classNames(styles.way, styles.mail)} href={`mailto:${email}`}>
          <Icon of={Mail} size="l" />
          <span>
            <b>{t`Email`}</b>
            <span className={textClass('small', 'muted')}>{email}</span>
          </span>
        </a>
      )}
      {thread !== null && !conversations.isMember && (
        <Notice>
          <LoginLink className={textClass('link')}>{t`Log in to read the reply`}</LoginLink>
        </Notice>
      )}
      <ConversationsPanel of={conversations} openAtFirst={thread} />
      {/* How many ways and messages stand above it is not known before. */}
      <div className={textClass(isWaiting && 'unknown')}>
        <SupportForm
          hasChat={chat !== null}
          hasMail={email !== null}
          answerHours={data?.contacts.answerHours ?? null}
          onSent={() => void (conversations.isMember && conversations.refetch())}
        />
      </div>
      <HelpAnswers />
    </Page>
  )
}
