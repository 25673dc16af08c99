import type { Language } from '@kismet/contracts'

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans Devanagari','Nirmala UI',sans-serif"
const box = 'background:rgb(13,18,30);border:1px solid rgb(38,48,71);border-radius:12px;padding:28px 24px'
const brandStyle = 'font-size:20px;font-weight:700;letter-spacing:1px;color:rgb(242,182,72);text-decoration:none'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

interface Framed {
  readonly language: Language
  readonly title: string
  /** HTML, of the house's own making. */
  readonly body: string
  readonly caution: string
  /** The address of the player app, which the name of the house links to. */
  readonly webOrigin: string | undefined
}

/** The HTML part of a mail, as all of them look. */
export function framed({ language, title, body, caution, webOrigin }: Framed): string {
  const link = webOrigin === undefined ? '' : ` href="${escapeHtml(webOrigin)}"`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark"><title>${title}</title></head>
<body style="margin:0;background:rgb(7,10,19);color:rgb(245,242,234);${font}">
<div style="max-width:480px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 20px"><a${link} style="${brandStyle}">Kismet</a></p>
<div style="${box}">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25">${title}</h1>
${body}
</div>
<p style="margin:20px 0 0;font-size:13px;line-height:1.5;color:rgb(147,157,180)">${caution}</p>
</div>
</body>
</html>
`
}
