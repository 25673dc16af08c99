import { asCallError } from '@kismet/app-kit/call-error.ts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ImageOff from 'lucide-react/icons/image-off'
import ExternalLink from 'lucide-react/icons/external-link'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { ReactNode, SyntheticEvent } from 'react'
import { useState } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { errorDetail } from '../../core/error-text.ts'
import { EmptyState, ErrorState } from '@kismet/ui/feedback/states.tsx'
import type { AdminDeposit } from '../../entities/queue/deposits-api.ts'
import type { Picture } from './proof-api.ts'
import { useGetProofQuery } from './proof-api.ts'
import { useStage } from './use-stage.ts'
import styles from './proof-view.module.css'

interface Size {
  width: number
  height: number
}

/** How a picture is looked at: a step of enlargement from 0, and quarter turns. */
interface Look {
  zoom: number
  turns: number
}

const mostZoom = 3
const upright: Look = { zoom: 0, turns: 0 }

/** The picture in its own shape: the sheet styles need its ratio, which is known only now. */
function Sheet({
  picture,
  alt,
  look,
  onSize,
}: {
  picture: Picture
  alt: string
  look: Look
  onSize: (size: Size) => void
}): ReactNode {
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
    const { naturalWidth: width, naturalHeight: height, parentElement } = currentTarget
    if (width === 0 || height === 0) return
    parentElement?.style.setProperty('--ratio', String(width / height))
    onSize({ width, height })
  }
  return (
    <div className={styles.sheet} data-zoom={look.zoom} data-turns={look.turns}>
      <img src={picture.url} alt={alt} draggable={false} onLoad={onLoad} />
    </div>
  )
}

interface ToolsProps {
  pages: number
  page: number
  onPage: (page: number) => void
  facts: string
  look: Look
  onLook: (look: Look) => void
  onOpen: (() => void) | null
}

function Tools({ pages, page, onPage, facts, look, onLook, onOpen }: ToolsProps): ReactNode {
  const { zoom, turns } = look
  const tool = (icon: Glyph, label: string, isOff: boolean, onClick: () => void): ReactNode => (
    <IconButton icon={icon} size="s" label={label} disabled={isOff} onClick={onClick} />
  )
  return (
    <figcaption className={styles.tools}>
      {pages > 1 && (
        <span className={styles.pager}>
          {tool(ChevronLeft, 'Previous page', page === 1, () => onPage(page - 1))}
          <span className={textClass('nowrap')}>
            {page} of {pages}
          </span>
          {tool(ChevronRight, 'Next page', page === pages, () => onPage(page + 1))}
        </span>
      )}
      <span className={textClass('cut')}>{facts}</span>
      <Row as="span" className={textClass('push')}>
        {tool(ZoomOut, 'Zoom out', zoom === 0, () => onLook({ ...look, zoom: zoom - 1 }))}
        {tool(ZoomIn, 'Zoom in', zoom === mostZoom, () => onLook({ ...look, zoom: zoom + 1 }))}
        {tool(RotateCw, 'Rotate', false, () => onLook({ ...look, turns: (turns + 1) % 4 }))}
        {tool(ExternalLink, 'Open the file', !onOpen, () => onOpen?.())}
      </Row>
    </figcaption>
  )
}

/** What a request has to show: its proof, or that it was deleted. */
export function ProofView({ deposit }: { deposit: AdminDeposit }): ReactNode {
  const { proofDeletedAt } = deposit
  if (proofDeletedAt === null) return <KeptProof deposit={deposit} />
  return (
    <figure className={styles.proof}>
      <div className={styles.stage}>
        <EmptyState icon={ImageOff} title="The proof was deleted">
          Proofs are kept for some time after the decision. This one was deleted on {formatDay(proofDeletedAt)}.
        </EmptyState>
      </div>
    </figure>
  )
}

const factsOf = ({ bytes }: Picture, size: Size | null): string =>
  [...(size ? [`${size.width} × ${size.height}`] : []), formatBytes(bytes)].join(' · ')

/** The proof, as large as the pane allows: one picture, or the pages of a PDF one at a time. */
function KeptProof({ deposit }: { deposit: AdminDeposit }): ReactNode {
  const { _id, proofPages, newProofFrom = 1, amount, utr } = deposit
  const [page, setPage] = useState(newProofFrom)
  const [look, setLook] = useState(upright)
  const [measured, setMeasured] = useState<{ url: string; size: Size } | null>(null)
  const { currentData: picture = null, error, isFetching, refetch } = useGetProofQuery({ id: _id, page })
  const { hold, ...stage } = useStage(look.zoom, (step) =>
    setLook({ ...look, zoom: Math.min(Math.max(look.zoom + step, 0), mostZoom) }),
  )
  const lookAnew = (next: Look): void => {
    hold()
    setLook(next)
  }
  const size = picture && measured?.url === picture.url ? measured.size : null
  const turnTo = (next: number): void => {
    setPage(next)
    setLook(upright)
  }
  const open = (): void => {
    if (picture) window.open(picture.url, '_blank', 'noopener')
  }
  useShortcuts((key) => {
    if (key === 'Z') lookAnew({ ...look, zoom: look.zoom === 0 ? 1 : 0 })
    else if (key === 'O') open()
    else if (key === 'ArrowRight' && page < proofPages) turnTo(page + 1)
    else if (key === 'ArrowLeft' && page > 1) turnTo(page - 1)
    else return false
    return true
  })
  const pageText = proofPages > 1 ? `, page ${page} of ${proofPages}` : ''
  return (
    <figure className={styles.proof}>
      <Tools
        pages={proofPages}
        page={page}
        onPage={turnTo}
        facts={`${page < newProofFrom ? 'Earlier proof · ' : ''}${picture ? factsOf(picture, size) : 'Proof'}`}
        look={look}
        onLook={lookAnew}
        onOpen={picture && open}
      />
      <div
        {...stage}
        className={classNames(styles.stage, look.zoom > 0 && styles.large)}
        tabIndex={look.zoom > 0 ? 0 : -1}
        aria-label="Proof"
        role="group"
      >
        {picture === null && isFetching && (
          <div className={styles.coming} role="status" aria-busy="true" aria-label="Loading the proof" />
        )}
        {error && !isFetching && (
          <ErrorState icon={CircleAlert} title="Failed to load the proof" onRetry={() => void refetch()}>
            {errorDetail(asCallError(error))}
          </ErrorState>
        )}
        {picture && (
          <Sheet
            key={picture.url}
            picture={picture}
            alt={`Proof of ${formatRupees(amount)}, UTR ${utr}${pageText}`}
            look={look}
            onSize={(now) => setMeasured({ url: picture.url, size: now })}
          />
        )}
      </div>
    </figure>
  )
}
