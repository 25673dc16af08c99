import { postDepositSettings } from '@kismet/contracts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import type { NewSettings } from './qr-api.ts'

/** Which part of the form is wrong, and the sentence about it. */
export interface SettingsProblem {
  field: 'utr' | 'image' | 'scanned'
  message: string
}

/** The form around the image takes some of what the server accepts. */
const formBytes = 16 * 1024
export const imageMaxBytes = postDepositSettings.maxBodyBytes - formBytes
export const utrMaxLength = 128
export const imageTypes = 'image/png,image/jpeg,image/webp'

/** What is wrong with new settings (spec 5.10), or null. An image that nobody has scanned may send the money anywhere. */
export function settingsProblem({ utr, image, scanned }: NewSettings & { scanned: boolean }): SettingsProblem | null {
  if (utr.trim() === '' && image === null) return { field: 'utr', message: 'Enter UTR or upload QR' }
  if (image && !image.type.startsWith('image/')) return { field: 'image', message: 'Choose an image (PNG or JPEG).' }
  if (image && image.size > imageMaxBytes)
    return { field: 'image', message: `The image may have up to 2 MB. This one has ${formatBytes(image.size)}.` }
  if (image && !scanned) return { field: 'scanned', message: 'Scan the new QR first, then tick this.' }
  return null
}
