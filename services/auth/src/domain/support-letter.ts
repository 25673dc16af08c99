import type { Language } from '@kismet/contracts'
import { escaped, mailFrame } from './mail-frame.ts'
import type { MailContent } from './mail-frame.ts'

/** A reply of the support before its mail is written. `threadId` is null for a visitor, because a visitor has no conversation in the app. */
export interface SupportLetter {
  readonly kind: 'support_reply'
  readonly to: string
  readonly language: Language
  readonly text: string
  readonly threadId: string | null
}

interface Words {
  readonly subject: string
  /** The link to the conversation. */
  readonly open: string
  readonly answerInApp: string
  readonly answerByMail: string
  readonly answerByForm: string
  readonly caution: string
}

const words: Record<Language, Words> = {
  en: {
    subject: 'Kismet support has answered you',
    open: 'Open the conversation',
    answerInApp: 'To answer, open Support in the app.',
    answerByMail: 'To answer, reply to this email.',
    answerByForm: 'To answer, write to us again on the Support page. We do not read replies to this email.',
    caution: 'We never ask for your password or a code.',
  },
  hi: {
    subject: 'Kismet सपोर्ट ने आपको जवाब दिया है',
    open: 'बातचीत खोलें',
    answerInApp: 'जवाब देने के लिए ऐप में सपोर्ट खोलें।',
    answerByMail: 'जवाब देने के लिए इस ईमेल का उत्तर दें।',
    answerByForm: 'जवाब देने के लिए सपोर्ट पेज पर हमें फिर लिखें। हम इस ईमेल के उत्तर नहीं पढ़ते।',
    caution: 'हम कभी भी आपका पासवर्ड या कोई कोड नहीं माँगते।',
  },
}

function wayToAnswer({ language, threadId }: SupportLetter, replyTo: string | undefined): string {
  const { answerInApp, answerByMail, answerByForm } = words[language]
  if (threadId !== null) return answerInApp
  return replyTo === undefined ? answerByForm : answerByMail
}

interface Addresses {
  readonly webOrigin: string | undefined
  readonly replyTo: string | undefined
}

/**
 * Writes the mail of a reply: the text of the admin in the language of its reader. A player gets a link to the conversation.
 * An answer by mail goes to the operator (docs/internals/decisions/0036).
 */
export function writeSupportMail(letter: SupportLetter, { webOrigin, replyTo }: Addresses): MailContent {
  const { language, text, threadId } = letter
  const { subject, open, caution } = words[language]
  const way = wayToAnswer(letter, replyTo)
  const link =
    webOrigin === undefined || threadId === null ? null : new URL(`/support?thread=${threadId}`, webOrigin).href
  const inside = `<p style="margin:0;font-size:16px;line-height:1.5;white-space:pre-line;overflow-wrap:anywhere">${escaped(text)}</p>
<p style="margin:20px 0 0;font-size:14px;line-height:1.5;color:rgb(183,191,208)">${way}${
    link === null ? '' : ` <a href="${escaped(link)}" style="color:rgb(242,182,72)">${open}</a>`
  }</p>`
  const lines = [text, way, ...(link === null ? [] : [link]), caution, 'Kismet\n']
  return {
    subject,
    text: lines.join('\n\n'),
    html: mailFrame({ language, subject, inside, caution, webOrigin }),
    ...(replyTo !== undefined && { replyTo }),
  }
}
