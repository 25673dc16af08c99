import QRCode from 'qrcode'
import sharp from 'sharp'

/** What a UPI app shows when a payment went through, as players photograph it. */
export async function receiptPicture(receipt: { amount: number; utr: string; from: string }): Promise<Buffer> {
  const line = (y: number, size: number, fill: string, text: string) =>
    `<text x="360" y="${y}" font-size="${size}" text-anchor="middle" fill="${fill}">${text}</text>`
  const amount = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 }).format(receipt.amount)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1280" font-family="sans-serif">
    <rect width="720" height="1280" fill="#f4f6fb"/>
    <rect width="720" height="430" fill="#1c7c54"/>
    <circle cx="360" cy="170" r="70" fill="#ffffff"/>
    <path d="M326 172 l24 26 l48 -54" stroke="#1c7c54" stroke-width="14" fill="none" stroke-linecap="round"/>
    ${line(310, 40, '#ffffff', 'Payment successful')}
    ${line(380, 54, '#ffffff', `Rs ${amount}`)}
    <rect x="40" y="470" width="640" height="420" rx="24" fill="#ffffff"/>
    ${line(550, 30, '#5b6475', 'Paid to')}
    ${line(600, 36, '#10141d', 'kismet@upi')}
    ${line(680, 30, '#5b6475', 'From')}
    ${line(730, 36, '#10141d', receipt.from)}
    ${line(800, 30, '#5b6475', 'UPI reference number')}
    ${line(850, 36, '#10141d', receipt.utr)}
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** The QR code that a UPI app reads. */
export function paymentQrPicture(address: string): Promise<Buffer> {
  return QRCode.toBuffer(`upi://pay?pa=${encodeURIComponent(address)}&pn=Kismet&cu=INR`, { width: 512, margin: 2 })
}
