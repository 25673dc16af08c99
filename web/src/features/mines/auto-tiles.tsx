import { Button } from '@kismet/ui/controls/button.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import Lock from 'lucide-react/icons/lock'
import Shuffle from 'lucide-react/icons/shuffle'
import type { ReactNode } from 'react'
import { randomBytes } from '@kismet/app-kit/random.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { mostTiles, previewOf, randomTiles } from './auto-setup.ts'
import { tiles } from './mines-board.ts'
import { TileGrid } from './tile-grid.tsx'

/** What the picked tiles pay, how often, and what of the stakes comes back; one that returns little is marked. */
function PreviewFacts({
  minesCount,
  picked,
  betPaise,
}: {
  minesCount: number
  picked: number
  betPaise: number
}): ReactNode {
  const preview = previewOf(minesCount, picked, betPaise)
  const rows = [
    { name: t`Pays`, value: preview ? formatMultiplier(preview.multiplier) : '–' },
    { name: t({ message: 'Win', context: 'amount' }), value: preview ? formatRupees(preview.winPaise) : '–' },
    { name: t`Win chance`, value: preview ? `${preview.chancePercent.toFixed(2)}%` : '–' },
    { name: t`RTP`, value: preview ? `${preview.rtpPercent.toFixed(2)}%` : '–' },
  ]
  return (
    <>
      <KeyValues variant="byTwo" rows={rows} />
      {preview?.isLow && (
        <Notice tone="warn">{t`Low RTP: this selection pays back less than 75% of the stakes.`}</Notice>
      )}
    </>
  )
}

/** The tiles that every game of the run opens: picked by hand or by chance; locked while it is under way. */
export function AutoTiles({
  picked,
  minesCount,
  betPaise,
  locked,
  onPick,
  onTooMany,
}: {
  picked: readonly number[]
  minesCount: number
  /** The bet whose win the preview shows. */
  betPaise: number
  locked: boolean
  onPick: (tiles: number[]) => void
  /** Told when one tile more was pressed than can be picked. */
  onTooMany: (most: number) => void
}): ReactNode {
  const most = mostTiles(minesCount)
  const press = (tile: number): void => {
    if (picked.includes(tile)) onPick(picked.filter((other) => other !== tile))
    else if (picked.length >= most) onTooMany(most)
    else onPick([...picked, tile])
  }
  const count = picked.length
  return (
    <Panel
      title={t`Select Tiles for Auto Mode`}
      end={locked ? <Tag icon={Lock}>{t`${count} picked`}</Tag> : <Tag>{t`${count} picked`}</Tag>}
    >
      <TileGrid
        label={locked ? t`25 tiles, locked while running` : t`25 tiles`}
        tiles={tiles.map((tile) => ({
          look: picked.includes(tile) ? 'picked' : 'closed',
          name: t`Tile ${tile + 1}`,
          pressed: picked.includes(tile),
          inert: locked,
        }))}
        onPress={press}
      />
      {count > most && (
        <p className={textClass('small', 'loss')} role="alert">{t`Cannot select more than ${most} tiles`}</p>
      )}
      {!locked && (
        <Columns least={7} gap={3}>
          <Button icon={Shuffle} onClick={() => onPick(randomTiles(minesCount, randomBytes))}>
            {t`Random pick`}
          </Button>
          <Button disabled={count === 0} onClick={() => onPick([])}>
            {t`Clear`}
          </Button>
        </Columns>
      )}
      <PreviewFacts minesCount={minesCount} picked={count} betPaise={betPaise} />
    </Panel>
  )
}
