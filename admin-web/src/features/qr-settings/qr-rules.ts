import type { FormField } from '@kismet/app-kit/upload.ts'
import { postDepositSettings } from '@kismet/contracts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import type { NewSettings, Settings } from './qr-api.ts'

/** What is being written, against what is in use. */
export interface Draft {
  readonly utr: string
  readonly image: File | null
  /** Somebody has scanned the image and found the own name behind it. */
  readonly scanned: boolean
}

/** Which part of the form is wrong, and the sentence about it. */
export interface SettingsProblem {
  field: FormField<typeof postDepositSettings> | 'scanned'
  message: string
}

export const imageMaxBytes = postDepositSettings.form.maxFileBytes
export const utrMaxLength = 128
export const imageTypes = 'image/png,image/jpeg,image/webp'

/** What is wrong with an image, told when it is chosen; null when nothing is. */
export function imageProblem({ type, size }: File): string | null {
  if (!imageTypes.split(',').includes(type)) return 'Choose an image (PNG, JPEG or WebP).'
  return size > imageMaxBytes ? `The image may have up to 2 MB. This one has ${formatBytes(size)}.` : null
}

/** What of a draft is sent: what was written and differs from what is in use. A reference that nobody wrote is of when the page was drawn, and may be an old one. */
export function newSettings(
  { utr, image }: { utr: string | null; image: File | null },
  inUse: Pick<Settings, 'utr'>,
): NewSettings {
  const wanted = utr?.trim() ?? ''
  return { utr: wanted === '' || wanted === inUse.utr ? null : wanted, image }
}

/**
 * What is wrong with a draft (spec 5.10), or null. An image that nobody has scanned may send the money anywhere, and a reference that is in use cannot be taken away: the server
 * keeps what it is not given.
 */
export function settingsProblem({ utr, image, scanned }: Draft, inUse: Pick<Settings, 'utr'>): SettingsProblem | null {
  const isEmpty = utr.trim() === ''
  if (isEmpty && image === null) return { field: 'utr', message: 'Enter UTR or upload QR' }
  if (isEmpty && inUse.utr !== null)
    return {
      field: 'utr',
      message: `${inUse.utr} stays in use until another reference is saved. It cannot be left empty.`,
    }
  const wrong = image && imageProblem(image)
  if (wrong !== null) return { field: 'qrImage', message: wrong }
  if (image && !scanned) return { field: 'scanned', message: 'Scan the new QR first, then tick this.' }
  return null
}

/** When a change takes effect. @param delayHours how long changes wait; undefined when the server does not say it */
export function effectText(
  { utr, qrImage }: Pick<Settings, 'utr' | 'qrImage'>,
  delayHours: number | undefined,
): string {
  if (delayHours === 0 || (utr === null && qrImage === null)) return 'The change takes effect at once.'
  if (delayHours === undefined) return 'The change may wait until another owner confirms it.'
  return `The change waits until another owner confirms it, at most ${delayHours} h.`
}
