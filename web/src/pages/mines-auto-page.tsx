import { limits } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Link } from '../core/link.tsx'
import { networkErrorText } from '../core/error-text.ts'
import { backClass, PlainPage } from '../core/page/page.tsx'
import { games } from '../core/games.ts'
import { paths } from '../core/paths.ts'
import { useAppDispatch, useAppSelector } from '../core/store.ts'
import { useGameChange } from '../entities/game/use-game-change.ts'
import { toastShown } from '../entities/notices/notices-slice.ts'
import { selectBalancePaise } from '../entities/session/balance-slice.ts'
import { useDraft } from '../entities/session/drafts.ts'
import type { AutoStatus } from '../features/mines/auto-api.ts'
import { AutoConfig } from '../features/mines/auto-config.tsx'
import { CompleteHistory, HowAutoWorks, LiveHistory } from '../features/mines/auto-history.tsx'
import type { AutoTexts } from '../features/mines/auto-setup.ts'
import {
  autoMinesOf,
  AutoTexts as Texts,
  autoTextsAtFirst,
  mostTiles,
  previewOf,
  settingsOf,
  startProblem,
  textsOf,
} from '../features/mines/auto-setup.ts'
import { AutoStatusCard } from '../features/mines/auto-status.tsx'
import { AutoTiles } from '../features/mines/auto-tiles.tsx'
import { ModeLinks } from '../features/mines/mode-links.tsx'
import type { MinesAuto } from '../features/mines/use-mines-auto.ts'
import { useMinesAuto } from '../features/mines/use-mines-auto.ts'
import styles from '../features/mines/auto.module.css'

const Kept = Texts.nullable()

/** What is set up: while a run is under way the server's, else what stands in the fields, else what was played last. */
function useSetup(status: AutoStatus): { texts: AutoTexts; change: (changes: Partial<AutoTexts>) => void } {
  const [kept, keep] = useDraft('mines-auto', Kept, null)
  const served = status.selectedTiles.length > 0 ? textsOf(status) : autoTextsAtFirst
  return {
    texts: status.isActive ? served : (kept ?? served),
    change: (changes) => keep((before) => ({ ...(before ?? served), ...changes })),
  }
}

function Cards({ auto, status }: { auto: MinesAuto; status: AutoStatus }): ReactNode {
  const dispatch = useAppDispatch()
  const balancePaise = useAppSelector(selectBalancePaise)
  const tiles = useRef<HTMLDivElement>(null)
  const { texts, change } = useSetup(status)
  // A selection with a low return needs one confirmation.
  const [agreed, setAgreed] = useState<string | null>(null)
  const settings = settingsOf(texts)
  // With an invalid number in the field the run cannot start, and the tiles use the default number.
  const minesCount = autoMinesOf(texts.mines) ?? limits.minesAuto.minesCountDefault
  const selection = JSON.stringify([minesCount, texts.tiles.length])
  const locked = status.isActive || auto.busy === 'start'
  const betPaise = settings?.betAmount ?? 0
  const canStart =
    settings !== undefined &&
    betPaise > 0 &&
    betPaise <= balancePaise &&
    texts.tiles.length > 0 &&
    texts.tiles.length <= mostTiles(minesCount)
  const problem = settings ? startProblem(settings, balancePaise) : t`Correct the fields in Configuration.`
  const start = async (): Promise<void> => {
    if (!settings) return
    if (problem !== null) {
      dispatch(toastShown('bad', problem))
      return
    }
    if (agreed !== selection && previewOf(minesCount, texts.tiles.length, betPaise)?.isLow) {
      const isConfirmed = await confirm({
        ...{ title: t`Start with a low RTP?`, icon: TriangleAlert, action: t`Start Auto` },
        body: t`This selection pays back less than 75% of the stakes over time. Other selections pay back more.`,
      })
      if (!isConfirmed) return
      setAgreed(selection)
    }
    void auto.start(settings)
  }
  return (
    <Stack gap={4} className={styles.grid}>
      <div className={styles.column}>
        <AutoStatusCard
          status={status}
          auto={auto}
          balancePaise={balancePaise}
          canStart={canStart}
          whyNot={canStart || locked ? null : problem}
          onPickTiles={texts.tiles.length === 0 ? () => tiles.current?.querySelector('button')?.focus() : null}
          onStart={() => void start()}
        />
        <LiveHistory status={status} />
      </div>
      <div className={styles.column} ref={tiles}>
        <AutoTiles
          picked={texts.tiles}
          minesCount={minesCount}
          betPaise={betPaise}
          locked={locked}
          onPick={(picked) => change({ tiles: picked })}
          onTooMany={(most) => void dispatch(toastShown('bad', t`Cannot select more than ${most} tiles`))}
        />
        <HowAutoWorks />
      </div>
      <div className={styles.column}>
        <AutoConfig texts={texts} locked={locked} balancePaise={balancePaise} onChange={change} />
        <CompleteHistory />
      </div>
    </Stack>
  )
}

/** A placeholder of the right size, so that the page does not move when the run is loaded. */
function Waiting(): ReactNode {
  return (
    <Stack gap={4} className={classNames(styles.grid, styles.waiting)}>
      <Panel title={t`Auto Mode Status`}>
        <Skeleton rows={6} />
      </Panel>
    </Stack>
  )
}

/** /mines-auto (spec 2.13): the same tiles again and again, on the server, for as long as this page continues. */
export function MinesAutoPage(): ReactNode {
  useGameChange('Mines')
  const auto = useMinesAuto()
  return (
    <PlainPage>
      <div className={styles.head}>
        <Link className={classNames(backClass, styles.back)} to={paths.casino}>
          <Icon of={ArrowLeft} size="s" />
          {t`Back to Casino`}
        </Link>
        <h1>{t(games.mines.title)}</h1>
        <ModeLinks current="auto" />
      </div>
      {auto.status && <Cards auto={auto} status={auto.status} />}
      {!auto.status && auto.isLost && (
        <ErrorState title={networkErrorText()} busy={auto.isLooking} onRetry={auto.look} />
      )}
      {!auto.status && !auto.isLost && <Waiting />}
    </PlainPage>
  )
}
