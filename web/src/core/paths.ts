import type { GameName } from './games.ts'

/** Every path of the app, once (spec 2.1). */
export const paths = {
  home: '/',
  casino: '/casino',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  deposit: '/deposit',
  withdraw: '/withdraw',
  account: '/account',
  accountStatement: '/account-statement',
  awaitingBonus: '/awaiting-bonus',
  support: '/support',
  minesAuto: '/mines-auto',
  sportsbook: '/sportsbook',
  wallet: '/wallet',
  dashboard: '/dashboard',
  history: '/history',
  fairness: '/fairness',
  saferPlay: '/safer-play',
  terms: '/terms',
  privacy: '/privacy',
  round: '/round/:roundId',
} as const

/** The page of a game. */
export function casinoPath(game: GameName): string {
  return `${paths.casino}/${game}`
}

/** The verifier, filled with the proof of an own bet. */
export function betProofPath(betId: string): string {
  return `${paths.fairness}?bet=${encodeURIComponent(betId)}`
}

/** The public page of a round of Aviator. */
export function roundPath(roundId: string): string {
  return paths.round.replace(':roundId', encodeURIComponent(roundId))
}
