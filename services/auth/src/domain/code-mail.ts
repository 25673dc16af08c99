import { limits } from '@kismet/contracts'
import type { Input, Language, resendOtp } from '@kismet/contracts'

export type CodePurpose = Input<typeof resendOtp>['purpose']

export interface CodeMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

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
      caution: 'If you did not just sign up at Kismet, ignore this mail and do not give the code to anybody.',
    },
    reset: {
      subject: 'Your Kismet password code',
      title: 'Set a new password',
      lead: 'Enter this code to set a new password:',
      caution: 'If you did not ask for a new password, ignore this mail. Your password stays as it is.',
    },
  },
  hi: {
    signup: {
      subject: 'Kismet पर साइन अप के लिए आपका कोड',
      title: 'अपना ईमेल पक्का करें',
      lead: 'साइन अप पूरा करने के लिए यह कोड डालें:',
      caution: 'अगर आपने अभी Kismet पर साइन अप नहीं किया है, तो इस मेल को अनदेखा करें और यह कोड किसी को न दें।',
    },
    reset: {
      subject: 'Kismet पर पासवर्ड बदलने के लिए आपका कोड',
      title: 'नया पासवर्ड बनाएँ',
      lead: 'नया पासवर्ड बनाने के लिए यह कोड डालें:',
      caution: 'अगर आपने नया पासवर्ड नहीं माँगा है, तो इस मेल को अनदेखा करें। आपका पासवर्ड वही रहेगा।',
    },
  },
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans Devanagari','Nirmala UI',sans-serif"
const box = 'background:rgb(13,18,30);border:1px solid rgb(38,48,71);border-radius:12px;padding:28px 24px'
const digits = 'font:700 34px/1.2 ui-monospace,Consolas,monospace;letter-spacing:8px;color:rgb(242,182,72)'
const brandStyle = 'font-size:20px;font-weight:700;letter-spacing:1px;color:rgb(242,182,72);text-decoration:none'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * The mail that carries a code. Its text part holds exactly one run of six digits, the code (docs/wire.md, "Account"), so it names no address,
 * amount or link.
 * @param language in which its reader is addressed
 * @param webOrigin the address of the player app, which the HTML part links to
 */
export function codeMail(purpose: CodePurpose, code: string, language: Language, webOrigin?: string): CodeMail {
  const { subject, title, lead, caution } = words[language][purpose]
  const link = webOrigin === undefined ? '' : ` href="${escapeHtml(webOrigin)}"`
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark"><title>${title}</title></head>
<body style="margin:0;background:rgb(7,10,19);color:rgb(245,242,234);${font}">
<div style="max-width:480px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 20px"><a${link} style="${brandStyle}">Kismet</a></p>
<div style="${box}">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${title}</h1>
<p style="margin:0 0 20px;font-size:16px;line-height:1.5">${lead}</p>
<p style="margin:0 0 20px;${digits}">${code}</p>
<p style="margin:0;font-size:14px;line-height:1.5;color:rgb(183,191,208)">${validity[language]}</p>
</div>
<p style="margin:20px 0 0;font-size:13px;line-height:1.5;color:rgb(147,157,180)">${caution}</p>
</div>
</body>
</html>
`
  return { subject, text: `${lead}\n\n    ${code}\n\n${validity[language]}\n\n${caution}\n\nKismet\n`, html }
}
