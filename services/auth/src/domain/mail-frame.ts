import type { Language } from '@kismet/contracts'

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans Devanagari','Nirmala UI',sans-serif"
const box = 'background:rgb(13,18,30);border:1px solid rgb(38,48,71);border-radius:12px;padding:28px 24px'
const brand = 'font-size:20px;font-weight:700;letter-spacing:1px;color:rgb(242,182,72);text-decoration:none'
/** The style of a code. */
export const digits = 'font:700 34px/1.2 ui-monospace,Consolas,monospace;letter-spacing:8px;color:rgb(242,182,72)'

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string
}

/** A text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

interface Framed {
  readonly language: Language
  readonly subject: string
  /** HTML below the title. */
  readonly inside: string
  /** The small print below the box. */
  readonly caution: string
  /** The address of the player app, which the name links to. */
  readonly webOrigin: string | undefined
}

/** The HTML part of each mail to a player. */
export function mailFrame({ language, subject, inside, caution, webOrigin }: Framed): string {
  const link = webOrigin === undefined ? '' : ` href="${new URL(webOrigin).origin}"`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark"><title>${subject}</title></head>
<body style="margin:0;background:rgb(7,10,19);color:rgb(245,242,234);${font}">
<div style="max-width:480px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 20px"><a${link} style="${brand}">Kismet</a></p>
<div style="${box}">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${subject}</h1>
${inside}
</div>
<p style="margin:20px 0 0;font-size:13px;line-height:1.5;color:rgb(147,157,180)">${caution}</p>
</div>
</body>
</html>
`
}
