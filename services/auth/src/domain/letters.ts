import { limits } from '@kismet/contracts'
import type { AccountNoticeKind, Input, Language, mailReport, resendOtp } from '@kismet/contracts'
import { digits, escaped, mailFrame } from './mail-frame.ts'
import type { MailContent } from './mail-frame.ts'
import { indiaTime, moneyLetter } from './money-letter.ts'
import type { MoneySubject } from './money-letter.ts'

type PublicPurpose = Input<typeof resendOtp>['purpose']

/** What a code is for. The code for a new withdraw password names the bank account by its last digits. */
export type CodeSubject =
  | { readonly kind: PublicPurpose }
  | { readonly kind: 'withdraw_password'; readonly lastDigits: string }
export type CodePurpose = CodeSubject['kind']

/** What most mails say: a code, a change of the account, or the report of a day. A change of a bank account has its last four digits. */
type PlainSubject =
  | (CodeSubject & { readonly code: string })
  | { readonly kind: AccountNoticeKind; readonly lastDigits: string; readonly usableFrom?: string | undefined }
  | { readonly kind: 'password_changed' | 'account_closed' }
  | { readonly kind: 'daily_report'; readonly day: string; readonly lines: Input<typeof mailReport>['lines'] }

/** What a mail says. */
export type Subject = PlainSubject | MoneySubject

/** A mail before it is written. */
export type Letter = Subject & { readonly to: string; readonly language: Language }

const validMinutes = limits.otp.lifetimeMs / 60_000

const validity: Record<Language, string> = {
  en: `The code is valid for ${validMinutes} minutes and can be used once. A newer code replaces it.`,
  hi: `यह कोड ${validMinutes} मिनट तक मान्य है और एक ही बार इस्तेमाल हो सकता है। नया कोड आने पर यह बेकार हो जाएगा।`,
}

/** When a bank account takes withdrawals. `#` stands for the time. */
const waiting: Record<Language, string> = {
  en: 'For your safety, withdrawals to this account are possible from # (India time).',
  hi: 'आपकी सुरक्षा के लिए, इस खाते में निकासी # (भारतीय समय) से हो सकेगी।',
}

const warning: Record<Language, string> = {
  en: 'If this was not you, set a new password at once and write to support.',
  hi: 'अगर यह आपने नहीं किया है, तो तुरंत नया पासवर्ड बनाएँ और सपोर्ट को लिखें।',
}

/** Subject, lead and caution of each mail. `#` stands for the last digits of the bank account, or the day of the report. */
const words: Record<Language, Record<PlainSubject['kind'], readonly [string, string, string]>> = {
  en: {
    signup: [
      'Your Kismet sign-up code',
      'Enter this code to finish signing up:',
      'If you did not just sign up at Kismet, ignore this email and keep the code secret.',
    ],
    reset: [
      'Your Kismet password code',
      'Enter this code to set a new password:',
      'If you did not ask for a new password, ignore this email. Your password stays as it is.',
    ],
    withdraw_password: [
      'Your Kismet withdraw password code',
      'Enter this code to set a new withdraw password for the bank account that ends in #:',
      'If you did not ask for this code, somebody else is logged in to your account: set a new login password at once.',
    ],
    account_added: [
      'A bank account was added at Kismet',
      'A bank account that ends in # was added to your Kismet account.',
      warning.en,
    ],
    account_changed: [
      'A bank account was changed at Kismet',
      'A bank account of your Kismet account was changed. It now ends in #.',
      warning.en,
    ],
    account_deleted: [
      'A bank account was deleted at Kismet',
      'The bank account that ends in # was deleted from your Kismet account.',
      warning.en,
    ],
    withdraw_password_reset: [
      'A withdraw password was reset at Kismet',
      'The withdraw password of the bank account that ends in # was replaced with a code from your mailbox.',
      warning.en,
    ],
    password_changed: [
      'Your Kismet password was changed',
      'The password of your Kismet account was changed. All your sessions were logged out.',
      warning.en,
    ],
    account_closed: [
      'Your Kismet account was closed',
      'Your Kismet account was closed at your request. It cannot be reopened.',
      'If this was not you, write to support at once.',
    ],
    daily_report: [
      'Kismet: report of #',
      'The figures of # in India:',
      'An owner of the back office added this address. Owners can remove it on the page Reports.',
    ],
  },
  hi: {
    signup: [
      'Kismet पर साइन अप के लिए आपका कोड',
      'साइन अप पूरा करने के लिए यह कोड डालें:',
      'अगर आपने अभी Kismet पर साइन अप नहीं किया है, तो इस ईमेल को अनदेखा करें और यह कोड किसी को न दें।',
    ],
    reset: [
      'Kismet पर पासवर्ड बदलने के लिए आपका कोड',
      'नया पासवर्ड बनाने के लिए यह कोड डालें:',
      'अगर आपने नया पासवर्ड नहीं माँगा है, तो इस ईमेल को अनदेखा करें। आपका पासवर्ड वही रहेगा।',
    ],
    withdraw_password: [
      'Kismet पर निकासी पासवर्ड के लिए आपका कोड',
      '# पर ख़त्म होने वाले बैंक खाते का नया निकासी पासवर्ड बनाने के लिए यह कोड डालें:',
      'अगर यह कोड आपने नहीं माँगा है, तो कोई और आपके खाते में लॉग इन है: तुरंत नया लॉगिन पासवर्ड बनाएँ।',
    ],
    account_added: [
      'Kismet पर एक बैंक खाता जोड़ा गया',
      'आपके Kismet खाते में # पर ख़त्म होने वाला एक बैंक खाता जोड़ा गया है।',
      warning.hi,
    ],
    account_changed: [
      'Kismet पर एक बैंक खाता बदला गया',
      'आपके Kismet खाते का एक बैंक खाता बदला गया है। अब वह # पर ख़त्म होता है।',
      warning.hi,
    ],
    account_deleted: [
      'Kismet पर एक बैंक खाता हटाया गया',
      '# पर ख़त्म होने वाला बैंक खाता आपके Kismet खाते से हटा दिया गया है।',
      warning.hi,
    ],
    withdraw_password_reset: [
      'Kismet पर एक निकासी पासवर्ड बदला गया',
      '# पर ख़त्म होने वाले बैंक खाते का निकासी पासवर्ड आपके ईमेल पर आए कोड से बदला गया है।',
      warning.hi,
    ],
    password_changed: [
      'आपका Kismet पासवर्ड बदला गया',
      'आपके Kismet खाते का पासवर्ड बदल दिया गया है, और हर सेशन लॉग आउट कर दिया गया है।',
      warning.hi,
    ],
    account_closed: [
      'आपका Kismet खाता बंद किया गया',
      'आपके कहने पर आपका Kismet खाता बंद कर दिया गया है। यह दोबारा नहीं खोला जा सकता।',
      'अगर यह आपने नहीं किया है, तो तुरंत सपोर्ट को लिखें।',
    ],
    daily_report: [
      'Kismet: # की रिपोर्ट',
      'भारतीय समय के अनुसार # के आँकड़े:',
      'बैक ऑफ़िस के एक मालिक ने यह पता जोड़ा है। मालिक इसे Reports पेज पर हटा सकते हैं।',
    ],
  },
}

type Lines = Readonly<Input<typeof mailReport>['lines']>

/** The lines of a mail as a table. */
function tableOf(lines: Lines): string {
  const rows = lines.map(
    ({ name, value }) =>
      `<tr><td>${escaped(name)}</td><td style="text-align:right;padding-left:16px">${escaped(value)}</td></tr>`,
  )
  return rows.length === 0
    ? ''
    : `<table style="margin-top:16px;font-size:14px;line-height:1.6">${rows.join('')}</table>`
}

function plainLetter(
  language: Language,
  letter: PlainSubject,
): {
  readonly title: string
  readonly lead: string
  readonly caution: string
  readonly lines: Lines
  readonly page?: string
} {
  const [title, sentence, caution] = words[language][letter.kind]
  const named = 'lastDigits' in letter ? letter.lastDigits : 'day' in letter ? letter.day : '#'
  const usableFrom = 'usableFrom' in letter ? letter.usableFrom : undefined
  const waits = usableFrom === undefined ? '' : ` ${waiting[language].replace('#', indiaTime(language, usableFrom))}`
  const lead = `${sentence.replace('#', named)}${waits}`
  return { title: title.replace('#', named), lead, caution, lines: 'lines' in letter ? letter.lines : [] }
}

/**
 * Writes a mail. The text part of a code mail holds exactly one run of six digits, the code
 * (docs/reference/player-api.md), so it names no address, amount or link.
 * @param webOrigin the address of the player app, which the HTML part links to, and a mail about money
 */
export function writeMail({ language, ...letter }: Subject & { language: Language }, webOrigin?: string): MailContent {
  const {
    title: subject,
    lead,
    caution,
    lines,
    page,
  } = 'amountPaise' in letter ? moneyLetter(language, letter) : plainLetter(language, letter)
  const code = 'code' in letter ? { digits: letter.code, validity: validity[language] } : undefined
  const link = page === undefined || webOrigin === undefined ? undefined : new URL(page, webOrigin).href
  const table = lines.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const text = [
    lead,
    ...(table === '' ? [] : [table]),
    ...(link === undefined ? [] : [link]),
    ...(code ? [`    ${code.digits}`, code.validity] : []),
    caution,
    'Kismet\n',
  ].join('\n\n')
  const codeLines = code
    ? `<p style="margin:20px 0;${digits}">${code.digits}</p>
<p style="margin:0;font-size:14px;line-height:1.5;color:rgb(183,191,208)">${code.validity}</p>`
    : ''
  const inside = `<p style="margin:0;font-size:16px;line-height:1.5">${lead}</p>
${codeLines}${tableOf(lines)}${link === undefined ? '' : `<p style="margin:16px 0 0"><a href="${link}" style="color:rgb(242,182,72)">${link}</a></p>`}`
  return { subject, text, html: mailFrame({ language, subject, inside, caution, webOrigin }) }
}
