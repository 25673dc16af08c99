/**
 * What a person sees of a pasted code, reference or amount: no invisible characters, ASCII digits, simple spaces and
 * hyphens. Not for names: Hindi needs some of the invisible characters.
 */
export function plainText(text: string): string {
  return (
    text
      // A superscript or a fraction is no digit: the rules of the field refuse it.
      .replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(indianDigits, (digit) => String((digit.charCodeAt(0) & 0x7f) - 0x66))
      .trim()
  )
}

/** The digits 0 to 9 of the Indian scripts, from Devanagari to Malayalam. Each block of 128 characters has them at the same place. */
const indianDigits =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g

/** The digits of a pasted one-time code, without the words and signs around them. */
export function codeDigits(text: string): string {
  return plainText(text).replace(/\D/g, '')
}
