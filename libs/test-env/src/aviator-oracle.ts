import { Chains } from '@kismet/aviator/chains'
import { newestRound } from '@kismet/aviator/db/read-rounds'
import { flightOf } from '@kismet/aviator/domain/round'
import type { Flight } from '@kismet/aviator/domain/round'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { epochSecrets } from '@kismet/service-kit/epoch-secrets'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { testLogger } from './test-bus.ts'

const maxGuesses = 100_000

/** Knows the secret of a test's own Aviator, as nobody else does: so a test can have a round that crashes where it needs it. */
export class AviatorOracle {
  readonly #db: Pool
  readonly #chains: Chains

  /** @param url of the service's role or the owner @param list CHAIN_SECRETS of the service */
  constructor(url: string, list: string) {
    this.#db = createPool({ url, schema: 'aviator', maxConnections: 1, log: testLogger('oracle') })
    const secrets = epochSecrets('CHAIN_SECRETS').parse(list)
    this.#chains = new Chains({ db: this.#db, clock: systemClock, randomness: systemRandomness, secrets, length: 1 })
  }

  /**
   * A client seed with which the newest round crashes from one multiplier to another, in hundredths, when it is that of the only bet, or of the bet after those of `before`.
   * @throws Error when betting is over, or none is found
   */
  async clientSeedFor(from: number, to: number, before: readonly string[] = []): Promise<string> {
    const round = await newestRound(this.#db)
    if (round?.phase !== 'betting') throw new Error('No round takes bets')
    const { chain, serverSeed } = await this.#chains.seedsOf(round.commitment.roundNumber)
    for (let guess = 0; guess < maxGuesses; guess += 1) {
      const clientSeed = `guess-${guess}`
      const seeds = { serverSeed, salt: chain.salt }
      const { crashPointHundredths }: Flight = flightOf(round.commitment, seeds, [...before, clientSeed], 0)
      if (crashPointHundredths >= from && crashPointHundredths <= to) return clientSeed
    }
    throw new Error(`No client seed makes the round crash from ${from} to ${to}`)
  }

  async close(): Promise<void> {
    await this.#db.end()
  }
}
