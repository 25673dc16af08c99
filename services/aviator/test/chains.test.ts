import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { aviatorRoundStarted, getAviatorChain, getRoundProof, limits, placeAviatorBet } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { hashSeed, verifyProof } from '@kismet/fairness'
import { systemClock } from '@kismet/service-kit/clock'
import { epochSecrets } from '@kismet/service-kit/epoch-secrets'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { Chains } from '../src/chains.ts'
import type { Chain } from '../src/db/chains.ts'
import { laterSecret, World } from './world.ts'

const { bettingMs, pauseMs } = limits.aviator
/** Rounds crash between these multipliers, in hundredths, 2.8 to 5.3 s after take-off. `flownMs` after it they have crashed, and the pause before the next is not over. */
const crashes = [115, 130] as const
const flownMs = 5_500
const clock = new TestClock(systemClock.now())
let world: World

beforeAll(async () => {
  world = await World.create(clock)
  world.listen(aviatorRoundStarted)
})
afterAll(() => world.remove())

/** The list with a new secret before the one of the test. */
const rotated = () => `${laterSecret},${world.env().CHAIN_SECRETS}`

interface Started {
  readonly roundId: string
  readonly roundNumber: number
  readonly fairnessHash: string
}

/** Plays a round to its end. @returns the chain as it was published while its betting was open, and the proof of the round */
async function playRound(roundNumber: number) {
  // Time stands still but for these steps: however slowly this process comes to its turns, a round has betting left when it is bet on.
  clock.advance(pauseMs)
  const { roundId, fairnessHash } = await eventually('betting opens', () =>
    world.heard<Started>(aviatorRoundStarted).find((round) => round.roundNumber === roundNumber),
  )
  const chain: WireOutput<typeof getAviatorChain> = await world.ask(getAviatorChain, undefined, {})
  const clientSeed = await world.oracle.clientSeedFor(...crashes)
  await world.ask(placeAviatorBet, world.tokens.player(), { amount: 100, roundId, clientSeed })
  clock.advance(bettingMs)
  await world.state('it flies', ({ phase }) => phase === 'flying')
  clock.advance(flownMs)
  const { proof } = await eventually('it is over', () =>
    world.ask(getRoundProof, undefined, { roundId }).catch(() => undefined),
  )
  return { chain, proof, fairnessHash }
}

it('a chain that is used up is followed by the one that was published when it began, also under another leader', async () => {
  await world.start({ CHAIN_LENGTH: '2' })
  const [first, second] = [await playRound(1), await playRound(2)]
  await world.stopServices()
  // A new secret, which serves the chain after the published one.
  await world.start({ CHAIN_LENGTH: '5', CHAIN_SECRETS: rotated() })
  const [third, fourth, fifth] = [await playRound(3), await playRound(4), await playRound(5)]

  const { next, ...begun } = first.chain
  expect(begun).toMatchObject({ firstRound: 1, length: 2, roundsPlayed: 0, roundsVoided: 0 })
  expect(next).toMatchObject({ firstRound: 3, length: 2 })
  expect(second.chain).toEqual({ ...begun, roundsPlayed: 1, next })
  expect(third.chain).toMatchObject({ ...next, roundsPlayed: 0, next: { firstRound: 5, length: 5 } })
  expect(fifth.chain).toMatchObject({ ...third.chain.next, roundsPlayed: 0, next: { firstRound: 10, length: 5 } })

  // Each seed is hashed to what was published: that of the round before, or the end of the chain.
  const played = [first, second, third, fourth, fifth]
  expect(played.map(({ proof }) => hashSeed(proof.serverSeed, 1))).toEqual([
    ...[begun.chainEnd, first.proof.serverSeed],
    ...[next.chainEnd, third.proof.serverSeed, third.chain.next.chainEnd],
  ])
  expect(played.map(({ fairnessHash }) => fairnessHash)).toEqual(
    played.map(({ proof }) => hashSeed(proof.serverSeed, 1)),
  )
  expect(played.map(({ proof }) => verifyProof({ proof }).valid)).toEqual(played.map(() => true))
  const salts = played.map(({ proof }) => 'salt' in proof.params && proof.params.salt)
  expect(salts).toEqual([begun, begun, next, next, third.chain.next].map(({ salt }) => salt))

  // A leader who takes over finds rounds of former chains after the newest one.
  const secrets = epochSecrets('CHAIN_SECRETS').parse(rotated())
  const chains = new Chains({ db: world.owner, clock, randomness: systemRandomness, secrets, length: 1 })
  for (const { proof } of played.toReversed())
    expect((await chains.seedsOf(proof.nonce)).serverSeed).toBe(proof.serverSeed)
}, 60_000)

it('a restored database plays on with other chains, because the seeds of the published ones may be known', async () => {
  const before = await world.ask(getAviatorChain, undefined, {})
  await world.stopServices()
  await world.owner.query(`UPDATE chain SET timeline = 'before'`)
  await world.start({ CHAIN_LENGTH: '5', CHAIN_SECRETS: rotated() })
  clock.advance(pauseMs)
  const { fairnessHash } = await eventually('betting opens', () =>
    world.heard<Started>(aviatorRoundStarted).find((round) => round.roundNumber === 6),
  )
  const chain = await world.ask(getAviatorChain, undefined, {})
  expect(chain.firstRound).toBe(6)
  expect(chain.chainEnd).not.toBe(before.chainEnd)
  expect(fairnessHash).toBe(chain.chainEnd)
  // Rounds that the restore has lost may have reached into the next chain.
  expect(chain.next).toMatchObject({ firstRound: 11, length: 5 })
  expect(chain.next.chainEnd).not.toBe(before.next.chainEnd)
}, 60_000)

it('a chain that was published and not begun is replaced after a restore', async () => {
  const parts = { db: world.owner, clock, randomness: systemRandomness, length: 3 }
  const chains = new Chains({ ...parts, secrets: epochSecrets('CHAIN_SECRETS').parse(rotated()) })
  const { next } = await world.ask(getAviatorChain, undefined, {})
  await world.stopServices()
  await world.owner.query(`UPDATE chain SET timeline = 'before'`)
  await chains.replaceAfterRestore(next.firstRound)
  const { chain, fairnessHash } = await chains.seedsOf(next.firstRound)
  expect([chain.firstRound, chain.length]).toEqual([next.firstRound, 3])
  expect(fairnessHash).not.toBe(next.chainEnd)
}, 60_000)

it('a flight whose chain a restore replaces ends with its own seed, and the next round has the new chain', async () => {
  const parts = { db: world.owner, clock, randomness: systemRandomness, length: 3 }
  const chains = new Chains({ ...parts, secrets: epochSecrets('CHAIN_SECRETS').parse(rotated()) })
  const flying = await chains.seedsOf(12)
  await world.owner.query(`UPDATE chain SET timeline = 'before'`)
  await chains.replaceAfterRestore(13)
  expect(await chains.seedsOf(12)).toMatchObject({ serverSeed: flying.serverSeed })
  expect((await chains.seedsOf(13)).chain).toMatchObject({ firstRound: 13, length: 3 })
}, 60_000)

it('a former leader that comes late drops no chain of its successor', async () => {
  const parts = {
    clock,
    randomness: systemRandomness,
    secrets: epochSecrets('CHAIN_SECRETS').parse(rotated()),
    length: 3,
  }
  const successor = new Chains({ ...parts, db: world.owner })
  await world.owner.query(`UPDATE chain SET timeline = 'before'`)
  let published: Chain | undefined
  const former = new Chains({
    ...parts,
    db: {
      async query(text, values) {
        if (published === undefined && typeof text === 'string' && text.startsWith('DELETE')) {
          await successor.replaceAfterRestore(14)
          published = (await successor.seedsOf(14)).chain
        }
        return world.owner.query(text, values)
      },
    },
  })
  await former.replaceAfterRestore(14)
  expect(published).toBeDefined()
  expect(await successor.of(14)).toEqual(published)
}, 60_000)

it('lets other work have its turn while it makes a chain', async () => {
  const parts = { db: world.owner, clock, randomness: systemRandomness, length: 1_000_000 }
  const chains = new Chains({ ...parts, secrets: epochSecrets('CHAIN_SECRETS').parse(rotated()) })
  await world.owner.query(`UPDATE chain SET timeline = 'before'`)
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await chains.replaceAfterRestore(14)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(100)
}, 60_000)
