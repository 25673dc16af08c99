import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { SealState } from '@kismet/ui/seal/seal.tsx'
import { Seal } from '@kismet/ui/seal/seal.tsx'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { sampleSeals } from '../../entities/fair-play/sample-seal.ts'
import type { GameName } from '../../core/paths.ts'
import { gameTitles } from '../../core/paths.ts'
import { useRtpPercent } from '../../entities/site/rtp.ts'
import { fairGameNames, fairGames } from './fair-games.ts'
import styles from './fairness.module.css'

const steps: readonly { state: SealState; title: MessageDescriptor; text: MessageDescriptor }[] = [
  { state: 'sealed', title: msg`Sealed`, text: msg`The hash of the server seed is published before the bet.` },
  {
    state: 'played',
    title: msg`Played`,
    text: msg`Your browser makes a new client seed once it has seen the seal. It is mixed in with a nonce.`,
  },
  { state: 'open', title: msg`Opened`, text: msg`The server seed is shown. Same seed, same seal, same result.` },
]

/** What a seal is, in three pictures. */
export function HowItWorks(): ReactNode {
  return (
    <section className={styles.leadIn} aria-label={t`How a seal works`}>
      <div>
        <h1>{t`Every result is sealed before you bet`}</h1>
        <p>
          {t`The server picks its secret first and shows you its seal, a SHA-256 hash. After the bet it opens the seal. If it had changed anything, the hash would not match. You do not have to trust us: you can check.`}
        </p>
      </div>
      <ol className={styles.three}>
        {steps.map(({ state, title, text }) => (
          <li key={state}>
            <Seal hash={sampleSeals.brand.hash} state={state} size="large" />
            <h2>{t(title)}</h2>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Rule({ game }: { game: GameName }): ReactNode {
  const rtp = useRtpPercent(game)
  const { art, rule } = fairGames[game]
  return (
    <li>
      <img src={art} alt="" />
      <h3>{t(gameTitles[game])}</h3>
      <Tag>{t`RTP: ${rtp}%`}</Tag>
      <p className="small muted">{t(rule)}</p>
    </li>
  )
}

/** The rule of each game in one sentence, with its published RTP. */
export function GameRules(): ReactNode {
  return (
    <section className={styles.each} aria-labelledby="how-decided">
      <h2 id="how-decided">{t`How each game is decided`}</h2>
      <ul>
        {fairGameNames.map((game) => (
          <Rule key={game} game={game} />
        ))}
      </ul>
    </section>
  )
}
