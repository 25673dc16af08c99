import { z } from 'zod'
import { RoundId, VolatilityMode } from './aviator.ts'
import { getBetProof, Proof } from './fairness.ts'
import { limits } from './limits.ts'
import { adminRoles, operation } from './operation.ts'
import { Hex64, Id, IsoTime, NoInput, openEnum } from './primitives.ts'

// What lets anybody check the rounds of Aviator, and what their house edge is.

/** What is published of a chain of server seeds before its first round. */
const PublishedChain = z.object({
  chainId: Id,
  chainEnd: Hex64,
  salt: Hex64,
  length: z.int().positive(),
  firstRound: z.int().positive(),
})

/** The chain of server seeds that is played now, and the one that follows it. */
export const getAviatorChain = operation({
  subject: 'aviator.get-chain',
  route: {
    method: 'GET',
    path: '/api/fairness/aviator',
    access: 'anyone',
    rate: 'read',
    summary: 'The published chain of Aviator, how many rounds of it were played and voided, and the chain that follows',
  },
  input: NoInput,
  output: PublishedChain.extend({
    /** Of this chain. */
    roundsPlayed: z.int().nonnegative(),
    roundsVoided: z.int().nonnegative(),
    next: PublishedChain,
  }),
  errors: [],
})

export const getRoundProof = operation({
  subject: 'aviator.get-round-proof',
  route: {
    method: 'GET',
    path: '/api/fairness/rounds/:roundId',
    access: 'anyone',
    rate: 'read',
    summary: 'The proof of a finished round of Aviator',
  },
  input: z.object({ roundId: RoundId }),
  output: z.object({ proof: Proof }),
  errors: ['not_found', 'not_finished'],
})

/** What answers `getBetProof` for bets of Aviator. */
export const getAviatorBetProof = operation({
  subject: 'aviator.get-bet-proof',
  callers: ['gateway'],
  access: 'player',
  input: getBetProof.input,
  output: getBetProof.output,
  errors: getBetProof.errors,
})

/** The public keys (JWK set) that receipts are signed with. */
export const getAviatorKeys = operation({
  subject: 'aviator.get-keys',
  route: {
    method: 'GET',
    path: '/api/aviator/keys',
    access: 'anyone',
    rate: 'read',
    summary: 'The public keys of the receipts of cash-outs',
  },
  input: NoInput,
  output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  errors: [],
})

const AnyMode = openEnum(VolatilityMode.options)
const VolatilityChange = z.object({ mode: AnyMode, previous: AnyMode, by: z.string(), at: IsoTime })

export const getVolatilityMode = operation({
  subject: 'aviator.get-volatility-mode',
  route: {
    method: 'GET',
    path: '/api/admin/volatility-mode',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The volatility mode of Aviator, what each means, and who changed it when',
  },
  input: NoInput,
  output: z.object({
    /** Of the next round. */
    mode: AnyMode,
    /** Of the round that runs. */
    roundMode: AnyMode,
    /** Each mode with its RTP and its share of rounds that crash at 1.00x, in per cent. */
    modes: z.array(z.object({ mode: AnyMode, rtp: z.number(), crashAtOnce: z.number() })),
    /** Newest first. */
    changes: z.array(VolatilityChange).max(limits.aviator.modeChangesShown),
  }),
  errors: [],
})

export const setVolatilityMode = operation({
  subject: 'aviator.set-volatility-mode',
  route: {
    method: 'POST',
    path: '/api/admin/volatility-mode',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Choose the volatility mode of the rounds after this one',
  },
  input: z.object({ mode: z.enum(VolatilityMode.options, { error: 'mode must be mild, normal or hard.' }) }),
  output: z.object({ mode: AnyMode }),
  errors: [],
})
