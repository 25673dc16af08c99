import type { Proof } from '@kismet/contracts'
import { fromHundredths, volatilityDivisors } from '@kismet/fairness'
import { Refusal } from '@kismet/service-kit/refusal'
import type { StoredRound } from './db/read-rounds.ts'
import type { TableContext } from './round/table.ts'

/** The proof of a round that is over. @throws Refusal `not_finished`, without any seed, before the end */
export async function proofOf(
  { chains }: Pick<TableContext, 'chains'>,
  id: string,
  round: StoredRound,
): Promise<Proof> {
  if (round.phase === 'betting' || round.phase === 'flying') throw new Refusal('not_finished')
  const { commitment, flight, end } = round
  const { version, fairnessHash, roundNumber, volatilityMode } = commitment
  const { chainId, chainEnd, salt, firstRound } = await chains.of(roundNumber)
  const { clientSeeds, clientSeed, crashPointHundredths } = flight
  const divisor = volatilityDivisors[volatilityMode]
  return {
    ...{ version, game: 'aviator', id, nonce: roundNumber },
    ...{ serverSeed: end.serverSeed, serverSeedHash: fairnessHash, clientSeed },
    clientSeedBy: clientSeeds.length === 0 ? 'server' : 'players',
    params: { divisor, volatilityMode, clientSeeds, salt, chainId, chainEnd, firstRound },
    outcome: { crashPoint: fromHundredths(crashPointHundredths), ...(round.phase === 'void' ? { voided: true } : {}) },
  }
}
