import { DepositMethod, limits } from '@kismet/contracts'
import { CopyButton } from '@kismet/ui/controls/copy-button.tsx'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import QrCode from 'lucide-react/icons/qr-code'
import type { ReactNode, RefObject, SyntheticEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import styles from './qr-settings.module.css'

const { minRupees, maxRupees } = limits.deposit
const range = `${formatRupeesShort(minRupees * 100)} to ${formatRupeesShort(maxRupees * 100)}`

interface QrPreviewProps {
  /** One that was chosen. */
  image: File | null
  /** Of the one in use. */
  imageUrl: string | null
  utr: string
  saved: boolean
  onSize: (size: { width: number; height: number } | null) => void
}

/** Shows a file in an `img` for as long as both are there. */
function useFileShown(image: File | null): RefObject<HTMLImageElement | null> {
  const place = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    if (image === null || place.current === null) return
    const url = URL.createObjectURL(image)
    place.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [image])
  return place
}

/** The settings as the deposit page shows them, before they are saved. */
export function QrPreview({ image, imageUrl, utr, saved, onSize }: QrPreviewProps): ReactNode {
  const place = useFileShown(image)
  const onLoad = ({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) => onSize({ width, height })
  return (
    <Panel title="As players see it" end={!saved && <Tag tone="warn">not saved</Tag>}>
      <Stack gap={3}>
        {image === null && imageUrl === null ? (
          <div className={styles.none}>
            <Icon of={QrCode} size="l" />
            <p>No QR image yet</p>
          </div>
        ) : (
          <div className={styles.qr}>
            <img
              key={image === null ? imageUrl : 'chosen'}
              ref={place}
              src={image === null ? (imageUrl ?? undefined) : undefined}
              alt="Payment QR"
              onLoad={onLoad}
              onError={() => onSize(null)}
            />
          </div>
        )}
        <Stack gap={1}>
          <p className={textClass('small', 'mute')}>UPI ID</p>
          <Row gap={2}>
            {utr === '' ? '-' : <span className={styles.utr}>{utr}</span>}
            {utr !== '' && <CopyButton text={utr} label="Copy UPI ID" />}
          </Row>
        </Stack>
        <KeyValues
          variant="lines"
          rows={[
            { name: 'Methods', value: DepositMethod.options.join(', ') },
            { name: 'Amount', value: range },
          ]}
        />
      </Stack>
    </Panel>
  )
}
