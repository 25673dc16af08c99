import { trueProofs } from './proofs.ts'

/** What a verifier does with a file: it is true, a step is not true, or it is not checked. */
export type Verdict = 'true' | 'not true' | 'not checked'

/** The exit codes of `kismet-verify` and `kismet_fairness.py`. */
export const exitCodes: Readonly<Record<Verdict, number>> = { true: 0, 'not true': 1, 'not checked': 2 }

interface ProofFile {
  readonly what: string
  readonly bytes: Buffer
  readonly verdict: Verdict
}

const { dice, slots, mines, aviator } = trueProofs
const json = JSON.stringify({ success: true, proof: dice })
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])
const little = Buffer.from(`\uFEFF${json}`, 'utf16le')

const ofBytes = (verdict: Verdict, what: string, bytes: Buffer): ProofFile => ({ what, bytes, verdict })
const of = (verdict: Verdict, what: string, value: unknown): ProofFile =>
  ofBytes(verdict, what, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))
const upper = { serverSeed: dice.serverSeed.toUpperCase(), serverSeedHash: dice.serverSeedHash.toUpperCase() }

/** The page, `kismet-verify` and `kismet_fairness.py` agree on each of these files. */
export const proofFiles: readonly ProofFile[] = [
  of('true', 'a proof of Dice', json),
  of('true', 'a proof of Slots', slots),
  of('true', 'a proof of Mines', mines),
  of('true', 'a proof of Aviator', aviator),
  of('true', 'space around the proof', ` \n${json}\r\n`),
  of('true', 'a field that no verifier knows', { ...dice, more: [1] }),
  of('true', 'a stake of null', { ...dice, stake: null }),
  ofBytes('true', 'UTF-8 with a byte order mark', Buffer.concat([utf8Mark, Buffer.from(json)])),
  ofBytes('true', 'UTF-16, little end first', little),
  ofBytes('true', 'UTF-16, big end first', Buffer.from(little).swap16()),
  of('true', 'seeds in upper case', { ...dice, ...upper }),
  of('true', 'a salt in upper case', {
    ...aviator,
    params: { ...aviator.params, salt: aviator.params.salt.toUpperCase() },
  }),
  of('not true', 'a client seed in another case', { ...dice, clientSeed: `${dice.clientSeed}X` }),
  of('not true', 'another roll', { ...dice, outcome: { roll: 99.99 } }),
  of('not true', 'another version', { ...dice, version: '2' }),
  of('not true', 'a nonce above the safe integers', { ...dice, nonce: 2 ** 60 }),
  of('not checked', 'an empty file', ''),
  of('not checked', 'text that is no JSON', '{"game":'),
  of('not checked', 'NaN', JSON.stringify(dice).replace('49.58', 'NaN')),
  of('not checked', 'a number without an end', JSON.stringify(dice).replace('49.58', '1e999')),
  of('not checked', 'JSON that is no proof', {}),
  of('not checked', 'a list', []),
  of('not checked', 'a game that is unknown', { ...dice, game: 'roulette' }),
  of('not checked', 'no server seed', { ...dice, serverSeed: undefined }),
  of('not checked', 'params that are a list', { ...dice, params: [] }),
  of('not checked', 'a version that is unknown, and no roll', { ...dice, version: '2', outcome: {} }),
  of('not checked', 'a payout that is text', { ...dice, payout: '196.36' }),
  of('not checked', 'reels that are numbers', { ...slots, outcome: { reels: [1, 2, 3] } }),
  of('not checked', 'mines that are text', { ...mines, outcome: { minePositions: ['4'] } }),
  of('not checked', 'a round without a chain', { ...aviator, params: { ...aviator.params, chainId: undefined } }),
  of('not checked', 'a client seed of 201 characters', { ...dice, clientSeed: 'x'.repeat(201) }),
  of('not checked', 'a list of 26', { ...mines, outcome: { minePositions: Array(26).fill(1) } }),
  of('not checked', 'more than 64 KiB', `${json}${' '.repeat(64 * 1024)}`),
  ofBytes('not checked', 'bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
  ofBytes('not checked', 'UTF-16 without a byte order mark', little.subarray(2)),
  ofBytes('not checked', 'half a character of UTF-16', Buffer.concat([little, Buffer.from([0])])),
]
