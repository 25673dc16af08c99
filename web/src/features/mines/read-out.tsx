import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { CountingNet } from '@kismet/ui/format/count-up.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Game } from './mines-board.ts'
import { gemsOpen, hitTile, multiplierBefore } from './mines-board.ts'
import styles from './mines.module.css'

const gemsText = (gems: number): string => plural(gems, { one: '# gem open', other: '# gems open' })

/** How a game has ended, in words. */
function endText(game: Game): string {
  if (hitTile(game) !== null) return t`You hit a mine`
  if (game.revealedTiles.length === 0) return t`Your stake was returned`
  const times = formatMultiplier(game.multiplier)
  if (gemsOpen(game) === 25 - game.minesCount) return t`All gems found · ${times}`
  return t`Cashed out at ${times}`
}

/** What is read out when something has happened, once. */
export function spokenText(game: Game | null): string {
  if (game === null) return ''
  const [gems, net] = [gemsText(gemsOpen(game)), formatNet(game.potentialPayout - game.bet)]
  if (!game.isActive) return `${endText(game)}. ${net}`
  if (game.revealedTiles.length === 0) return t`The game has started. Open a tile.`
  return t`Gem. ${gems}, ${formatMultiplier(game.multiplier)}. Cashout pays ${formatRupees(game.potentialPayout)}`
}

function Ended({ game }: { game: Game }): ReactNode {
  const netPaise = game.potentialPayout - game.bet
  const [gems, before] = [gemsOpen(game), formatMultiplier(multiplierBefore(game))]
  const paid = formatRupees(game.potentialPayout)
  return (
    <div className={classNames(styles.now, netPaise < 0 && styles.bad, netPaise > 0 && styles.good)}>
      <p className={textClass('muted')}>{endText(game)}</p>
      {/* What pays no more than its stake is not celebrated. */}
      <p className={classNames(textClass(netPaise > 0 && 'win', hitTile(game) !== null && 'loss'), styles.net)}>
        {netPaise > 0 ? <CountingNet key={game.id} paise={netPaise} /> : formatNet(netPaise)}
      </p>
      <p className={classNames(textClass('muted', 'small'), styles.more)}>
        {hitTile(game) === null
          ? t`Paid ${paid}`
          : plural(gems, {
              one: `# gem opened, ${before} before the mine`,
              other: `# gems opened, ${before} before the mine`,
            })}
      </p>
    </div>
  )
}

/** What the game is worth now, or has come to; said to screen readers elsewhere. */
export function ReadOut({ game }: { game: Game | null }): ReactNode {
  if (game?.isActive === false) return <Ended game={game} />
  const paid = formatRupees(game?.potentialPayout ?? 0)
  return (
    <div className={classNames(styles.now, styles.wideOnly)}>
      <p className={textClass('muted')}>{gemsText(game ? gemsOpen(game) : 0)}</p>
      <p className={styles.times}>
        {(game?.multiplier ?? 1).toFixed(2)}
        <small>x</small>
      </p>
      <p className={textClass('muted', 'small')}>
        <Trans>
          Cashout pays <b className={textClass(game && game.potentialPayout > 0 && 'win')}>{paid}</b>
        </Trans>
      </p>
    </div>
  )
}
