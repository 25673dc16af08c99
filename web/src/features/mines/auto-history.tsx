import gem from '@kismet/ui/art/gem.svg'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Panel, Rows } from '@kismet/ui/layout/panel.tsx'
import { limits } from '@kismet/contracts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { plural, t } from '@lingui/core/macro'
import Bomb from 'lucide-react/icons/bomb'
import Gem from 'lucide-react/icons/gem'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { paths } from '../../core/paths.ts'
import type { AutoGame, AutoStatus } from './auto-api.ts'
import { BetRow } from '../../entities/game/bet-row.tsx'
import gameStyles from '../../entities/game/game.module.css'
import styles from './auto.module.css'

function GameRow({ game: { gameId, result, bet, payout, multiplier, tilesRevealed } }: { game: AutoGame }): ReactNode {
  const isWin = result === 'other' ? payout > bet : result === 'win'
  return (
    <BetRow betId={gameId} netPaise={payout - bet}>
      <span className={classNames(textClass(isWin ? 'win' : 'loss'), styles.result)}>
        <Icon of={isWin ? Gem : Bomb} size="s" />
        {isWin ? t`Win` : t`Loss`}
      </span>
      <span className={textClass('num', 'muted')}>
        {isWin ? formatMultiplier(multiplier) : t`${tilesRevealed} open`}
      </span>
    </BetRow>
  )
}

function Totals({ wins, losses }: Pick<AutoStatus, 'wins' | 'losses'>): ReactNode {
  const [won, lost] = [
    plural(wins, { one: '# win', other: '# wins' }),
    plural(losses, { one: '# loss', other: '# losses' }),
  ]
  return <span className={textClass('small', 'muted')}>{`${won} · ${lost}`}</span>
}

/** The newest games of the run, newest first. Totals come with the first game: a plural takes a phone's processor 50 ms once. */
export function LiveHistory({ status: { gamesPlayed, wins, losses } }: { status: AutoStatus }): ReactNode {
  const isEmpty = gamesPlayed.length === 0
  return (
    <Panel title={t`Live Game History`} end={!isEmpty && <Totals {...{ wins, losses }} />}>
      {isEmpty ? (
        <EmptyState art={gem} title={t`No games yet`}>
          {t`The games of this run appear here.`}
        </EmptyState>
      ) : (
        <Rows className={gameStyles.bets}>
          {gamesPlayed.slice(0, limits.minesAuto.gamesShown).map((game) => (
            <GameRow key={game.gameId} game={game} />
          ))}
        </Rows>
      )}
    </Panel>
  )
}

export function CompleteHistory(): ReactNode {
  return (
    <Panel title={t`Complete Game History`}>
      <p className={textClass('small', 'muted')}>{t`Your statement has every auto game with its seed.`}</p>
      <Link className={buttonClass()} to={paths.accountStatement}>
        <Icon of={History} size="s" />
        {t`Account statement`}
      </Link>
    </Panel>
  )
}

export function HowAutoWorks(): ReactNode {
  return (
    <Panel title={t`How Auto Mode Works`}>
      <Stack as="ol" gap={2} className={classNames(textClass('small'), styles.steps)}>
        <li>{t`Pick your tiles, bet and mines, then start.`}</li>
        <li>{t`Each game opens the same tiles and pays the preview multiplier.`}</li>
        <li>{t`Auto mode stops at your balance boundaries, after your number of bets, or when you press Stop.`}</li>
        <li>{t`Auto mode plays a game every 2 seconds while this page is open. It pauses one minute after you close the page.`}</li>
      </Stack>
    </Panel>
  )
}
