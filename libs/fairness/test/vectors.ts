import { readFileSync } from 'node:fs'

/** The golden vectors: made by an independent program, never by this package. */
export interface Vectors {
  readonly version: string
  readonly dice: readonly (SeedsRow & { readonly serverSeedHash: string; readonly roll: number })[]
  readonly slots: readonly (SeedsRow & { readonly reels: readonly string[]; readonly multiplier: number })[]
  readonly mines: readonly (SeedsRow & { readonly minesCount: number; readonly minePositions: readonly number[] })[]
  readonly aviator: readonly (SeedsRow & { readonly divisor: number; readonly crashPoint: number })[]
  readonly minesMultipliers: readonly {
    readonly minesCount: number
    readonly tiles: number
    readonly multiplier: number
  }[]
  readonly aviatorChain: {
    readonly chainEnd: string
    readonly salt: string
    readonly rounds: readonly ChainRow[]
  }
  readonly aviatorTime: readonly { readonly ms: number; readonly multiplier: number }[]
}

interface SeedsRow {
  readonly serverSeed: string
  readonly clientSeed: string
  readonly nonce: number
}

interface ChainRow {
  readonly roundNumber: number
  readonly serverSeed: string
  readonly fairnessHash: string
  readonly clientSeeds: readonly string[]
  readonly clientSeed: string
  readonly crashPoint: Readonly<Record<'mild' | 'normal' | 'hard', number>>
}

export const vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8')) as Vectors

/** Seeds for a test that only needs many different plays. */
export const seedsOf = (nonce: number): SeedsRow => ({
  serverSeed: '7b0c0ab7135268782b12d046a0b2ffd556fcb7381860c6c498cdede6dd06aebe',
  clientSeed: 'moonlit-teak_river',
  nonce,
})
