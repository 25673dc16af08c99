import { getAviatorChain } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { SealState } from '@kismet/ui/seal/seal.tsx'
import { Seal } from '@kismet/ui/seal/seal.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { sampleSeals } from '../../entities/fair-play/sample-seal.ts'
import type { GameName } from '../../core/games.ts'
import { games } from '../../core/games.ts'
import { queryHook } from '../../entities/session/from-contract.ts'
import { useRtpPercent } from '../../entities/site/rtp.ts'
import { fairGameNames, fairGames } from './fair-games.ts'
import styles from './fairness.module.css'

const steps: readonly { state: SealState; title: MessageDescriptor; text: MessageDescriptor }[] = [
  { state: 'sealed', title: msg`Committed`, text: msg`The server publishes the hash of its seed before the bet.` },
  {
    state: 'played',
    title: msg`Played`,
    text: msg`Your browser makes a new client seed after it sees the commitment. Both seeds and a nonce decide the result.`,
  },
  {
    state: 'open',
    title: msg`Revealed`,
    text: msg`The server shows its seed. Same seed, same commitment, same result.`,
  },
]

/** What a seal is, in three pictures. */
export function HowItWorks(): ReactNode {
  return (
    <Stack as="section" gap={6} className={styles.leadIn} aria-label={t`How a commitment works`}>
      <Stack gap={2}>
        <h1>{t`Every result is locked in before you bet`}</h1>
        <p>
          {t`The server first picks a secret seed. It shows you the commitment, the SHA-256 hash of that seed. After the bet it reveals the seed. If the server changes anything, the hash does not match. You do not have to trust us: you can check.`}
        </p>
      </Stack>
      <Stack as="ol" gap={4} wide="thirds" className={styles.three}>
        {steps.map(({ state, title, text }) => (
          <li key={state}>
            <Seal hash={sampleSeals.brand.hash} state={state} size="large" />
            <h2>{t(title)}</h2>
            <p>{t(text)}</p>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

const useChain = queryHook(getAviatorChain)

/** The RTP of each mode, and how many rounds were voided: a casino that voids bad rounds shows it here. */
function AviatorFigures(): ReactNode {
  const [mild, normal, hard] = [useRtpPercent('aviatorMild'), useRtpPercent('aviator'), useRtpPercent('aviatorHard')]
  const { data } = useChain({})
  const [played, voided] = [data?.roundsPlayed, data?.roundsVoided].map(
    (count) => count?.toLocaleString('en-IN') ?? '–',
  )
  return (
    <p className={textClass('small', 'muted')}>
      {t`RTP: ${mild}% in mild mode, ${normal}% in normal mode, ${hard}% in hard mode.`}{' '}
      {t`Rounds played: ${played ?? ''}. Voided, with all stakes returned: ${voided ?? ''}.`}
    </p>
  )
}

function Rule({ game }: { game: GameName }): ReactNode {
  const rtp = useRtpPercent(game)
  const { art, rule } = fairGames[game]
  return (
    <li>
      <img src={art} alt="" />
      <h3>{t(games[game].title)}</h3>
      <Tag>{t`RTP: ${rtp}%`}</Tag>
      <p className={textClass('small', 'muted')}>{t(rule)}</p>
      {game === 'aviator' && <AviatorFigures />}
    </li>
  )
}

/** The rule of each game in one sentence, with its published RTP. */
export function GameRules(): ReactNode {
  return (
    <Stack as="section" gap={4} className={styles.each} aria-labelledby="how-decided">
      <h2 id="how-decided">{t`How each game is decided`}</h2>
      <ul>
        {fairGameNames.map((game) => (
          <Rule key={game} game={game} />
        ))}
      </ul>
    </Stack>
  )
}
