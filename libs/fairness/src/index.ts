export { mathsVersion } from './version.ts'
export { ratio, ratioPercent, type Ratio } from './ratio.ts'
export { fromHundredths, fromTenThousandths, hundredthsOrNull, hundredthsText, toHundredths } from './decimal.ts'
export { floorPayoutPaise } from './payout.ts'
export {
  freshClientSeed,
  freshPart,
  hasFreshPart,
  isClientSeed,
  isNonce,
  isOwnClientSeed,
  isServerSeed,
  newServerSeed,
  ownClientSeedMaxLength,
  serverSeedHash,
  sha256OfBytes,
  type RandomBytes,
  type Seeds,
} from './seeds.ts'
export { DrawStream, hmacBlock, hmacStream } from './hmac-stream.ts'
export * from './dice.ts'
export {
  drawReels,
  slotsLine,
  slotsOutcome,
  slotsPairHundredths,
  slotsRtp,
  slotsStops,
  slotsStopsPerReel,
  slotsSymbolAt,
  slotsSymbols,
  slotsTopWinPaise,
  slotsTripleHundredths,
  type SlotsLine,
  type SlotsOutcome,
  type SlotsReels,
  type SlotsSymbol,
} from './slots.ts'
export {
  drawMines,
  isMinesCount,
  mineRiskHundredths,
  minesCountMax,
  minesGemsLeft,
  minesMultiplierHundredths,
  minesPayoutPaise,
  minesRtp,
  minesTiles,
  minesWinChance,
  nextMinesMultipliersHundredths,
  nextMultipliersShown,
} from './mines.ts'
export * from './mines-auto.ts'
export * from './aviator.ts'
export * from './aviator-time.ts'
export * from './aviator-bet.ts'
export { chainMaxLength, chainSeed, hashSeed, roundClientSeed, roundClientSeedsMax } from './chain.ts'
export { publishedRtpPercent } from './rtp.ts'
export { largestProofFileBytes, parseProofFile } from './proof-file.ts'
export { readProof, UnreadableProofError } from './proof-form.ts'
export { proofSteps } from './proof-steps.ts'
export type { AviatorProof, DiceProof, MinesProof, Proof, SlotsProof } from './proof-form.ts'
export type { ProofStep, ProofStepName } from './proof-steps.ts'
export { verifyProof, type ProofNote, type Verification } from './proof.ts'
