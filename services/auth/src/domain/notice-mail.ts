import type { Language, NoticeKind } from '@kismet/contracts'
import { framed } from './mail-frame.ts'
import type { MailContent } from './mail-frame.ts'

interface Words {
  readonly subject: string
  readonly title: string
  readonly lead: (lastDigits: string) => string
}

const words: Record<Language, Record<NoticeKind, Words>> = {
  en: {
    account_added: {
      subject: 'A bank account was added at Kismet',
      title: 'Bank account added',
      lead: (lastDigits) => `A bank account that ends in ${lastDigits} was added to your Kismet account.`,
    },
    account_changed: {
      subject: 'A bank account was changed at Kismet',
      title: 'Bank account changed',
      lead: (lastDigits) => `A bank account of your Kismet account was changed. It ends in ${lastDigits} now.`,
    },
    account_deleted: {
      subject: 'A bank account was deleted at Kismet',
      title: 'Bank account deleted',
      lead: (lastDigits) => `The bank account that ends in ${lastDigits} was deleted from your Kismet account.`,
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
  },
}

const caution: Record<Language, string> = {
  en: 'If this was not you, set a new password at once and write to support.',
  hi: 'अगर यह आपने नहीं किया है, तो तुरंत नया पासवर्ड बनाएँ और सहायता को लिखें।',
}

/**
 * The mail that tells a player of a change that money may follow.
 * @param lastDigits four digits of the bank account that it is about
 * @param language in which its reader is addressed
 * @param webOrigin the address of the player app, which the HTML part links to
 */
export function noticeMail(
  notice: NoticeKind,
  lastDigits: string,
  language: Language,
  webOrigin?: string,
): MailContent {
  const { subject, title, lead } = words[language][notice]
  const said = lead(lastDigits)
  const body = `<p style="margin:0;font-size:16px;line-height:1.5">${said}</p>`
  const html = framed({ language, title, body, caution: caution[language], webOrigin })
  return { subject, text: `${said}\n\n${caution[language]}\n\nKismet\n`, html }
}
