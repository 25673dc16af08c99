import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { FieldGroup } from '@kismet/ui/controls/field.tsx'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import ImageUp from 'lucide-react/icons/image-up'
import type { DragEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { imageTypes } from './qr-rules.ts'
import styles from './qr-settings.module.css'

interface QrDropProps {
  image: File | null
  size: { width: number; height: number } | null
  error: string | undefined
  onImage: (image: File | null) => void
}

/** The new image, chosen or dropped. */
export function QrDrop({ image, size, error, onImage }: QrDropProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped) onImage(dropped)
  }
  const remove = (): void => {
    if (input.current) input.current.value = ''
    onImage(null)
    input.current?.focus()
  }
  const facts = [
    'PNG or JPEG, up to 2 MB',
    ...(size ? [`${size.width} × ${size.height}`] : []),
    ...(image ? [formatBytes(image.size)] : []),
  ]
  return (
    <FieldGroup label="QR image" error={error}>
      <div
        className={classNames(styles.drop, over && styles.over, error !== undefined && styles.bad)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={input}
          className={styles.file}
          type="file"
          name="qrImage"
          aria-label="QR image"
          aria-describedby={hintId}
          accept={imageTypes}
          // Chosen again, the same file is news too.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={(event) => onImage(event.target.files?.[0] ?? image)}
        />
        <Icon of={ImageUp} size="l" />
        <p className="strong">{image ? image.name : 'Choose a new QR image, or drop it here'}</p>
        <p className="small mute" id={hintId}>
          {facts.join(' · ')}
        </p>
        <span className={styles.dropActs}>
          <Button onClick={() => input.current?.click()}>{image ? 'Choose another' : 'Choose image'}</Button>
          {image && <Button onClick={remove}>Remove</Button>}
        </span>
      </div>
    </FieldGroup>
  )
}
