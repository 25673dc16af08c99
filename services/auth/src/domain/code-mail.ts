import { limits } from '@kismet/contracts'
import type { Input, Language, resendOtp } from '@kismet/contracts'
import { framed } from './mail-frame.ts'
import type { MailContent } from './mail-frame.ts'

export type CodePurpose = Input<typeof resendOtp>['purpose']

const validMinutes = limits.otp.lifetimeMs / 60_000

interface Words {
  readonly subject: string
  readonly title: string
  readonly lead: string
  readonly caution: string
}

const validity: Record<Language, string> = {
  en: `The code is valid for ${validMinutes} minutes and can be used once. A newer code replaces it.`,
  hi: `यह कोड ${validMinutes} मिनट तक मान्य है और एक ही बार इस्तेमाल हो सकता है। नया कोड आने पर यह बेकार हो जाएगा।`,
}

const words: Record<Language, Record<CodePurpose, Words>> = {
  en: {
    signup: {
      subject: 'Your Kismet sign-up code',
      title: 'Confirm your email',
      lead: 'Enter this code to finish signing up:',
      caution: 'If you did not just sign up at Kismet, ignore this email and keep the code secret.',
    },
    reset: {
      subject: 'Your Kismet password code',
      title: 'Set a new password',
      lead: 'Enter this code to set a new password:',
      caution: 'If you did not ask for a new password, ignore this email. Your password stays as it is.',
    },
  },
  hi: {
    signup: {
      subject: 'Kismet पर साइन अप के लिए आपका कोड',
      title: 'अपना ईमेल पक्का करें',
      lead: 'साइन अप पूरा करने के लिए यह कोड डालें:',
      caution: 'अगर आपने अभी Kismet पर साइन अप नहीं किया है, तो इस ईमेल को अनदेखा करें और यह कोड किसी को न दें।',
    },
    reset: {
      subject: 'Kismet पर पासवर्ड बदलने के लिए आपका कोड',
      title: 'नया पासवर्ड बनाएँ',
      lead: 'नया पासवर्ड बनाने के लिए यह कोड डालें:',
      caution: 'अगर आपने नया पासवर्ड नहीं माँगा है, तो इस ईमेल को अनदेखा करें। आपका पासवर्ड वही रहेगा।',
    },
  },
}

const digits = 'font:700 34px/1.2 ui-monospace,Consolas,monospace;letter-spacing:8px;color:rgb(242,182,72)'

/**
 * The mail that carries a code. Its text part holds exactly one run of six digits, the code (docs/reference/player-api.md), so it names no address,
 * amount or link.
 * @param language in which its reader is addressed
 * @param webOrigin the address of the player app, which the HTML part links to
 */
export function codeMail(purpose: CodePurpose, code: string, language: Language, webOrigin?: string): MailContent {
  const { subject, title, lead, caution } = words[language][purpose]
  const body = `<p style="margin:0 0 20px;font-size:16px;line-height:1.5">${lead}</p>
<p style="margin:0 0 20px;${digits}">${code}</p>
<p style="margin:0;font-size:14px;line-height:1.5;color:rgb(183,191,208)">${validity[language]}</p>`
  const html = framed({ language, title, body, caution, webOrigin })
  return { subject, text: `${lead}\n\n    ${code}\n\n${validity[language]}\n\n${caution}\n\nKismet\n`, html }
}
