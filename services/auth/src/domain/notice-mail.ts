import type { Language, NoticeKind } from '@kismet/contracts'
import { framed } from './mail-frame.ts'
import type { MailContent } from './mail-frame.ts'

/** What a player is told by mail: of a bank account, with its last four digits, or of the account here. */
export type Notice =
  | { readonly kind: NoticeKind; readonly lastDigits: string }
  | { readonly kind: 'password_changed' | 'account_closed'; readonly lastDigits?: never }

interface Words {
  readonly subject: string
  readonly title: string
  readonly lead: (lastDigits: string) => string
}

const words: Record<Language, Record<Notice['kind'], Words>> = {
  en: {
    account_added: {
      subject: 'A bank account was added at Kismet',
      title: 'Bank account added',
      lead: (lastDigits) => `A bank account that ends in ${lastDigits} was added to your Kismet account.`,
    },
    account_changed: {
      subject: 'A bank account was changed at Kismet',
      title: 'Bank account changed',
      lead: (lastDigits) => `A bank account of your Kismet account was changed. It now ends in ${lastDigits}.`,
    },
    account_deleted: {
      subject: 'A bank account was deleted at Kismet',
      title: 'Bank account deleted',
      lead: (lastDigits) => `The bank account that ends in ${lastDigits} was deleted from your Kismet account.`,
    },
    password_changed: {
      subject: 'Your Kismet password was changed',
      title: 'Password changed',
      lead: () => 'The password of your Kismet account was changed. All your sessions were logged out.',
    },
    account_closed: {
      subject: 'Your Kismet account was closed',
      title: 'Account closed',
      lead: () => 'Your Kismet account was closed at your request. It cannot be reopened.',
    },
  },
  hi: {
    account_added: {
      subject: 'Kismet पर एक बैंक खाता जोड़ा गया',
      title: 'बैंक खाता जोड़ा गया',
      lead: (lastDigits) => `आपके Kismet खाते में ${lastDigits} पर ख़त्म होने वाला एक बैंक खाता जोड़ा गया है।`,
    },
    account_changed: {
      subject: 'Kismet पर एक बैंक खाता बदला गया',
      title: 'बैंक खाता बदला गया',
      lead: (lastDigits) => `आपके Kismet खाते का एक बैंक खाता बदला गया है। अब वह ${lastDigits} पर ख़त्म होता है।`,
    },
    account_deleted: {
      subject: 'Kismet पर एक बैंक खाता हटाया गया',
      title: 'बैंक खाता हटाया गया',
      lead: (lastDigits) => `${lastDigits} पर ख़त्म होने वाला बैंक खाता आपके Kismet खाते से हटा दिया गया है।`,
    },
    password_changed: {
      subject: 'आपका Kismet पासवर्ड बदला गया',
      title: 'पासवर्ड बदला गया',
      lead: () => 'आपके Kismet खाते का पासवर्ड बदल दिया गया है, और हर सेशन लॉग आउट कर दिया गया है।',
    },
    account_closed: {
      subject: 'आपका Kismet खाता बंद किया गया',
      title: 'खाता बंद किया गया',
      lead: () => 'आपके कहने पर आपका Kismet खाता बंद कर दिया गया है। यह दोबारा नहीं खोला जा सकता।',
    },
  },
}

const caution: Record<Language, string> = {
  en: 'If this was not you, set a new password at once and write to support.',
  hi: 'अगर यह आपने नहीं किया है, तो तुरंत नया पासवर्ड बनाएँ और सपोर्ट को लिखें।',
}

/** A closed account has no password any more that its player could set. */
const cautionOfClosing: Record<Language, string> = {
  en: 'If this was not you, write to support at once.',
  hi: 'अगर यह आपने नहीं किया है, तो तुरंत सपोर्ट को लिखें।',
}

/**
 * The mail that tells a player of a change that money may follow.
 * @param language in which its reader is addressed
 * @param webOrigin the address of the player app, which the HTML part links to
 */
export function noticeMail({ kind, lastDigits = '' }: Notice, language: Language, webOrigin?: string): MailContent {
  const { subject, title, lead } = words[language][kind]
  const said = lead(lastDigits)
  const warned = (kind === 'account_closed' ? cautionOfClosing : caution)[language]
  const body = `<p style="margin:0;font-size:16px;line-height:1.5">${said}</p>`
  const html = framed({ language, title, body, caution: warned, webOrigin })
  return { subject, text: `${said}\n\n${warned}\n\nKismet\n`, html }
}
