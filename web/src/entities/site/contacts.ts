/** The address of a chat with the operator's WhatsApp number, with a first sentence; null where no number is set. */
export function chatUrl(whatsapp: string | null, greeting?: string): string | null {
  const digits = whatsapp?.replace(/\D/g, '') ?? ''
  if (digits === '') return null
  const text = greeting === undefined ? '' : `?text=${encodeURIComponent(greeting)}`
  return `https://wa.me/${digits}${text}`
}
