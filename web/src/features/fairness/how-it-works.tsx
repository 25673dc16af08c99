import chip from '@kismet/ui/art/chip-500.svg'
import gem from '@kismet/ui/art/gem.svg'
import plane from '@kismet/ui/art/plane.svg'
import seven from '@kismet/ui/art/seven.svg'
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

const rules: readonly { game: GameName; art: string; text: MessageDescriptor }[] = [
  {
    game: 'aviator',
    art: plane,
    text: msg`Server seeds are a hash chain made ahead and used backwards. The client seed of a round is made from the first three bets when betting closes. One round in 33 busts at once at 1.00x: that is the house edge.`,
  },
  {
    game: 'mines',
    art: gem,
    text: msg`All mines are placed before your first tile. The multiplier after k tiles is 0.95 divided by the chance of getting there.`,
  },
  {
    game: 'dice',
    art: chip,
    text: msg`One of 10,000 equally likely numbers, 0.00 to 99.99. You win when the roll is at or above your number.`,
  },
  {
    game: 'slots',
    art: seven,
    text: msg`Each reel stops on one of 32 places: seven 1, diamond 3, bell 4, cherry 6, lemon 8, tiger 10.`,
  },
]

function Rule({ game, art, text }: (typeof rules)[number]): ReactNode {
  const rtp = useRtpPercent(game)
  return (
    <li>
      <img src={art} alt="" />
      <h3>{t(gameTitles[game])}</h3>
      <Tag>{t`RTP: ${rtp}%`}</Tag>
      <p className="small muted">{t(text)}</p>
    </li>
  )
}

/** The rule of each game in one sentence, with its published RTP. */
export function GameRules(): ReactNode {
  return (
    <section className={styles.each} aria-labelledby="how-decided">
      <h2 id="how-decided">{t`How each game is decided`}</h2>
      <ul>
        {rules.map((rule) => (
          <Rule key={rule.game} {...rule} />
        ))}
      </ul>
    </section>
  )
}
