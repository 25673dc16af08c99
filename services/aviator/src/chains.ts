import { hash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { newServerSeed } from '@kismet/fairness'
import type { Clock } from '@kismet/service-kit/clock'
import { timelineOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import type { Randomness } from '@kismet/service-kit/randomness'
import { addChain, chainOfRound, dropChains, newestChain } from './db/chains.ts'
import type { Chain, NewChain } from './db/chains.ts'

export interface ChainParts {
  readonly db: Queryable
  readonly clock: Clock
  readonly randomness: Randomness
  readonly secrets: EpochSecrets
  /** Rounds of a chain that is made now. */
  readonly length: number
}

/** What a round is played with. */
export interface RoundSeeds {
  readonly chain: Chain
  /** Stays in this process until the round is over. */
  readonly serverSeed: string
  /** What `serverSeed` hashes to: published before betting opens. */
  readonly fairnessHash: string
}

const seedBytes = 32
/** Seeds made before other work has its turn: some ms. */
const seedsAtOnce = 5_000

/**
 * The chains of server seeds. The next chain is made and published when a chain starts, so that its
 * end and salt are public long before its first round. The highest seed needs the secret of an epoch
 * and the database together. A new secret serves the next chain that is made.
 */
export class Chains {
  readonly #parts: ChainParts
  /** The chain that is played, and its seeds from that of its end on. */
  #opened: { readonly chain: Chain; readonly seeds: Buffer } | undefined

  constructor(parts: ChainParts) {
    this.#parts = parts
  }

  /** The chain of a round that has been opened, or that is the first of all. */
  async of(roundNumber: number): Promise<Chain> {
    const chain = await chainOfRound(this.#parts.db, roundNumber)
    if (chain === undefined) throw new Error(`Round ${roundNumber} has no chain`)
    return chain
  }

  /** The leader's alone: makes the chain of a round, and the one that follows it, where they are not there. @throws Error when the list lacks the secret of the chain */
  async seedsOf(roundNumber: number): Promise<RoundSeeds> {
    const opened = this.#opened
    const isOpen =
      opened !== undefined && roundNumber >= opened.chain.firstRound && roundNumber < opened.chain.nextChainAt
    const { chain, seeds } = isOpen ? opened : await this.#open(roundNumber)
    const place = roundNumber - chain.firstRound + 1
    return { chain, serverSeed: seedAt(seeds, place), fairnessHash: seedAt(seeds, place - 1) }
  }

  /**
   * After a restore of the database, seeds may be revealed of all chains that were published before.
   * Then rounds from here on get chains of their own. A failover is treated as a restore.
   */
  async replaceAfterRestore(roundNumber: number): Promise<void> {
    const { db } = this.#parts
    const chain = await chainOfRound(db, roundNumber)
    if (chain === undefined || chain.timeline === (await timelineOf(db))) return
    await dropChains(db, roundNumber, chain.chainId)
    await this.#make(roundNumber)
    this.#opened = undefined
  }

  async #makeAheadOf(roundNumber: number): Promise<void> {
    for (;;) {
      const newest = await newestChain(this.#parts.db)
      if (newest !== undefined && newest.firstRound > roundNumber) return
      await this.#make(newest === undefined ? 1 : newest.firstRound + newest.length)
    }
  }

  async #make(firstRound: number): Promise<void> {
    const { db, clock, randomness, secrets, length } = this.#parts
    const random = (bytes: number) => randomness.bytes(bytes)
    const nowMs = clock.now()
    const chainId = randomness.id(nowMs)
    const source = { chainId, firstRound, epoch: secrets.newest, topSalt: newServerSeed(random) }
    const timeline = await timelineOf(db)
    const chainEnd = seedAt(await allSeeds(this.#topSeed(source), length), 0)
    await addChain(db, { ...source, timeline, length, chainEnd, salt: newServerSeed(random) }, nowMs)
  }

  async #open(roundNumber: number) {
    await this.#makeAheadOf(roundNumber)
    const chain = await this.of(roundNumber)
    const seeds = await allSeeds(this.#topSeed(chain), chain.length)
    if (seedAt(seeds, 0) !== chain.chainEnd) throw new Error('A chain does not match its published end')
    this.#opened = { chain, seeds }
    return this.#opened
  }

  /** @throws Error for an epoch whose secret is missing */
  #topSeed({ chainId, firstRound, epoch, topSalt }: Pick<NewChain, 'chainId' | 'firstRound' | 'epoch' | 'topSalt'>) {
    return this.#parts.secrets.hmac(epoch, `kismet/chain/1|${chainId}|${firstRound}|${topSalt}`)
  }
}

const seedAt = (seeds: Buffer, index: number) => seeds.toString('hex', index * seedBytes, (index + 1) * seedBytes)

/** The seeds s(0) to s(length) of a chain: about a microsecond each, where `hashSeed` of @kismet/fairness, which browsers run, takes ten. */
async function allSeeds(topSeed: string, length: number): Promise<Buffer> {
  const seeds = Buffer.alloc((length + 1) * seedBytes)
  let seed = topSeed
  for (let index = length; ; index -= 1) {
    seeds.write(seed, index * seedBytes, 'hex')
    if (index === 0) return seeds
    seed = hash('sha256', seed)
    if (index % seedsAtOnce === 0) await othersTurn()
  }
}
