import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** Modules of white around a code, without which some cameras do not find it. */
const margin = 4
const pngPixels = 8

const codeOf = (text: string) => generate(text, { minCorrectionLevel: correction.M })

/** A text as a QR code, as the path of an SVG. */
export function drawQr(text: string): { readonly path: string; readonly viewBox: string } {
  const code = codeOf(text)
  const size = code.size + 2 * margin
  return { path: toSvgPath(code), viewBox: `${-margin} ${-margin} ${size} ${size}` }
}

/** A text as a QR code, as the address of a PNG. */
export const qrPng = (text: string): string =>
  codeOf(text).toDataURL({
    type: 'image/png',
    on: [0, 0, 0],
    off: [255, 255, 255],
    pad: margin,
    scale: pngPixels,
  })
