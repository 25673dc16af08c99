import { hash } from 'node:crypto'
import { newServerSeed } from '@kismet/fairness'
import type { Clock } from '@kismet/service-kit/clock'
import { timelineOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import type { Randomness } from '@kismet/service-kit/randomness'
import { addChain, chainOfRound, newestChain, roundOfNextChain } from './db/chains.ts'
import type { Chain } from './db/chains.ts'

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

/**
 * The chains of server seeds. The next chain is made and published when a chain starts, so that its
 * end and salt are public long before its first round. The highest seed needs the secret of an epoch
 * and the database together. A new secret serves the next chain that is made.
 */
export class Chains {
  readonly #parts: ChainParts
  /** The seeds of the chain that is played, from that of its end on. */
  #opened: { readonly chain: Chain; readonly seeds: Buffer; readonly nextRound: number } | undefined

  constructor(parts: ChainParts) {
    this.#parts = parts
  }

  /** The chain of a round that has been opened, or that is the first of all. */
  async of(roundNumber: number): Promise<Chain> {
    const chain = await chainOfRound(this.#parts.db, roundNumber)
    if (chain === undefined) throw new Error(`Round ${roundNumber} has no chain`)
    return chain
  }

  /** The chain that follows one whose rounds have begun. */
  async after({ firstRound, length }: Chain): Promise<Chain> {
    const next = await chainOfRound(this.#parts.db, firstRound + length)
    if (next === undefined) throw new Error(`The chain of round ${firstRound} has no next chain`)
    return next
  }

  /** The leader's alone: makes the chain of a round, and the one that follows it, where they are not there. @throws Error when the list lacks the secret of the chain */
  async seedsOf(roundNumber: number): Promise<RoundSeeds> {
    const opened = this.#opened
    const isOpen = opened !== undefined && roundNumber < opened.nextRound && isOf(opened.chain, roundNumber)
    this.#opened = isOpen ? opened : await this.#open(roundNumber)
    const { chain, seeds } = this.#opened
    const at = place(chain, roundNumber)
    return { chain, serverSeed: seedAt(seeds, at), fairnessHash: seedAt(seeds, at - 1) }
  }

  /**
   * After a restore of the database, seeds of the chain may be revealed. Then rounds from here on get a
   * chain of their own, up to the end of the old one. A failover is treated as a restore.
   */
  async replaceAfterRestore(roundNumber: number): Promise<void> {
    const chain = await chainOfRound(this.#parts.db, roundNumber)
    if (chain === undefined || chain.timeline === (await timelineOf(this.#parts.db))) return
    await this.#make(roundNumber, Math.max(1, chain.firstRound + chain.length - roundNumber))
  }

  async #makeAheadOf(roundNumber: number): Promise<void> {
    const { db } = this.#parts
    for (let newest = await newestChain(db); ; newest = await newestChain(db)) {
      const isAhead = newest !== undefined && newest.firstRound > roundNumber
      if (isAhead) return
      await this.#make(newest === undefined ? 1 : newest.firstRound + newest.length)
    }
  }

  async #make(firstRound: number, length = this.#parts.length): Promise<void> {
    const { db, clock, randomness, secrets } = this.#parts
    const random = (bytes: number) => randomness.bytes(bytes)
    const nowMs = clock.now()
    const chainId = randomness.id(nowMs)
    const source = { chainId, firstRound, epoch: secrets.newest, topSalt: newServerSeed(random) }
    const timeline = await timelineOf(db)
    const chainEnd = seedAt(allSeeds(this.#topSeed(source), length), 0)
    await addChain(db, { ...source, timeline, length, chainEnd, salt: newServerSeed(random) }, nowMs)
  }

  async #open(roundNumber: number): Promise<{ chain: Chain; seeds: Buffer; nextRound: number }> {
    await this.#makeAheadOf(roundNumber)
    const chain = await this.of(roundNumber)
    const seeds = allSeeds(this.#topSeed(chain), chain.length)
    if (seedAt(seeds, 0) !== chain.chainEnd) throw new Error('A chain does not match its published end')
    return { chain, seeds, nextRound: await roundOfNextChain(this.#parts.db, chain) }
  }

  /** @throws Error for an epoch whose secret is missing */
  #topSeed({
    chainId,
    firstRound,
    epoch,
    topSalt,
  }: Pick<Chain, 'chainId' | 'firstRound' | 'epoch' | 'topSalt'>): string {
    return this.#parts.secrets.hmac(epoch, `kismet/chain/1|${chainId}|${firstRound}|${topSalt}`)
  }
}

const seedAt = (seeds: Buffer, index: number) => seeds.toString('hex', index * seedBytes, (index + 1) * seedBytes)

/** The seeds s(0) to s(length) of a chain: about a microsecond each, where `hashSeed` of @kismet/fairness, which browsers run, takes ten. */
function allSeeds(topSeed: string, length: number): Buffer {
  const seeds = Buffer.alloc((length + 1) * seedBytes)
  let seed = topSeed
  for (let index = length; ; index -= 1) {
    seeds.write(seed, index * seedBytes, 'hex')
    if (index === 0) return seeds
    seed = hash('sha256', seed)
  }
}

const place = ({ firstRound }: Chain, roundNumber: number) => roundNumber - firstRound + 1
const isOf = (chain: Chain, roundNumber: number) => {
  const at = place(chain, roundNumber)
  return at >= 1 && at <= chain.length
}
