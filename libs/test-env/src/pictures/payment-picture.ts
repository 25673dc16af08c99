import { generate } from 'lean-qr'
import { toSvgDataURL } from 'lean-qr/extras/svg'
import sharp from 'sharp'

/** Without letters: fonts differ between machines. */
const bar = (y: number, width: number, x = 96): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="22" rx="11" fill="#d5dbe3"/>`
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="980">
  <rect width="540" height="980" fill="#f4f6f9"/>
  <rect width="540" height="420" fill="#0c7a45"/>
  <circle cx="270" cy="170" r="62" fill="#fff"/>
  <path d="M242 170l20 22 38-44" fill="none" stroke="#0c7a45" stroke-width="14"/>
  <rect x="56" y="300" width="428" height="180" rx="18" fill="#fff"/>
  <rect x="150" y="352" width="240" height="56" rx="14" fill="#1b2431"/>
  <rect x="56" y="510" width="428" height="330" rx="18" fill="#fff"/>
  ${[550, 630, 710, 780].map((y, nth) => bar(y, 120) + bar(y, 190 - nth * 30, 254)).join('')}
  <rect x="56" y="880" width="428" height="60" rx="30" fill="#0c7a45"/>
</svg>`

/** The code that players scan, in an address of its own. */
export const paymentQr = toSvgDataURL(generate('upi://pay?pa=kismet@examplebank&pn=Kismet&cu=INR'), {
  on: 'black',
  off: 'white',
})

/** What a phone shows after a payment, as a JPEG. */
export async function paymentPicture(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await sharp(Buffer.from(drawn)).jpeg().toBuffer())
}
