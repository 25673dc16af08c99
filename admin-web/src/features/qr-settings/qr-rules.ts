import type { FormField } from '@kismet/app-kit/upload.ts'
import { postDepositSettings } from '@kismet/contracts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import type { NewSettings } from './qr-api.ts'

/** Which part of the form is wrong, and the sentence about it. */
export interface SettingsProblem {
  field: FormField<typeof postDepositSettings> | 'scanned'
  message: string
}

/** The form around the image takes some of what the server accepts. */
const formBytes = 16 * 1024
export const imageMaxBytes = postDepositSettings.maxBodyBytes - formBytes
export const utrMaxLength = 128
export const imageTypes = 'image/png,image/jpeg,image/webp'

/** What is wrong with an image, told when it is chosen; null when nothing is. */
export function imageProblem({ type, size }: File): string | null {
  if (!imageTypes.split(',').includes(type)) return 'Choose an image (PNG, JPEG or WebP).'
  return size > imageMaxBytes ? `The image may have up to 2 MB. This one has ${formatBytes(size)}.` : null
}

/** What is wrong with new settings (spec 5.10), or null. An image that nobody has scanned may send the money anywhere. */
export function settingsProblem({ utr, image, scanned }: NewSettings & { scanned: boolean }): SettingsProblem | null {
  if (utr.trim() === '' && image === null) return { field: 'utr', message: 'Enter UTR or upload QR' }
  const wrong = image && imageProblem(image)
  if (wrong !== null) return { field: 'qrImage', message: wrong }
  if (image && !scanned) return { field: 'scanned', message: 'Scan the new QR first, then tick this.' }
  return null
}
