import type { FormField } from '@kismet/app-kit/upload.ts'
import { useUploadProgress } from '@kismet/app-kit/upload.ts'
import { postDepositSettings } from '@kismet/contracts'
import { FileField } from '@kismet/ui/controls/file-field.tsx'
import { formatBytes } from '@kismet/ui/format/number.ts'
import ImageUp from 'lucide-react/icons/image-up'
import type { ReactNode } from 'react'
import { imageTypes } from './qr-rules.ts'

interface QrDropProps {
  image: File | null
  size: { width: number; height: number } | null
  error: string | undefined
  /** What was sent is not changed while it is on its way; that alone can be ended. */
  busy: boolean
  onImage: (image: File | null) => void
}

/** The new image, chosen or dropped. */
export function QrDrop({ image, size, error, busy, onImage }: QrDropProps): ReactNode {
  const sending = useUploadProgress(postDepositSettings)
  const facts = [
    'PNG or JPEG, up to 2 MB',
    ...(size ? [`${size.width} × ${size.height}`] : []),
    ...(image ? [formatBytes(image.size)] : []),
  ]
  return (
    <div inert={busy && sending === null}>
      <FileField
        name={'qrImage' satisfies FormField<typeof postDepositSettings>}
        label="QR image"
        error={error}
        file={image}
        onFile={onImage}
        accept={imageTypes}
        prompt="Choose a new QR image, or drop it here"
        icon={ImageUp}
        sending={image && sending}
        tall={{ choose: 'Choose image', another: 'Choose another', remove: 'Remove', facts: facts.join(' · ') }}
      />
    </div>
  )
}
