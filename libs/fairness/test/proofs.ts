import { serverSeedHash } from '../src/index.ts'
import type { Proof } from '../src/proof-form.ts'
import { vectors } from './vectors.ts'

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the vector is missing')
  return value
}

const dice = must(vectors.dice[3])
const slots = must(vectors.slots[1])
const mines = must(vectors.mines[2])
const { chainEnd, salt, rounds } = vectors.aviatorChain
const round = must(rounds[2])

/** One true proof of each game, made from the golden vectors. */
export const trueProofs = {
  dice: {
    version: '1',
    game: 'dice',
    id: 'bet-dice',
    serverSeed: dice.serverSeed,
    serverSeedHash: dice.serverSeedHash,
    clientSeed: dice.clientSeed,
    clientSeedBy: 'player',
    nonce: dice.nonce,
    params: { rollOver: 49.58 },
    outcome: { roll: 49.58 },
    stake: 100.01,
    payout: 196.36, // floor(100.01 x 1.9635)
  },
  slots: {
    version: '1',
    game: 'slots',
    id: 'bet-slots',
    serverSeed: slots.serverSeed,
    serverSeedHash: serverSeedHash(slots.serverSeed),
    clientSeed: slots.clientSeed,
    clientSeedBy: 'server',
    nonce: slots.nonce,
    params: {},
    outcome: { reels: slots.reels },
    stake: 100,
    payout: 150,
  },
  mines: {
    version: '1',
    game: 'mines',
    id: 'game-mines',
    serverSeed: mines.serverSeed,
    serverSeedHash: serverSeedHash(mines.serverSeed),
    clientSeed: mines.clientSeed,
    clientSeedBy: 'player',
    nonce: mines.nonce,
    params: { minesCount: 3 },
    outcome: { minePositions: mines.minePositions },
    stake: 10,
    payout: 14.2,
  },
  aviator: {
    version: '1',
    game: 'aviator',
    id: 'round-3',
    serverSeed: round.serverSeed,
    serverSeedHash: round.fairnessHash,
    clientSeed: round.clientSeed,
    clientSeedBy: 'players',
    nonce: round.roundNumber,
    params: {
      divisor: 33,
      volatilityMode: 'normal',
      clientSeeds: round.clientSeeds,
      salt,
      chainId: 'chain-1',
      chainEnd,
      firstRound: 1,
    },
    outcome: { crashPoint: 21.87 },
  },
} as const satisfies Record<Proof['game'], object>

export type GameName = keyof typeof trueProofs
