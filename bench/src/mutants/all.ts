import { aviatorMutants } from './aviator.ts'
import { edgeMutants } from './edge.ts'
import { gameMutants } from './games.ts'
import { kitMutants } from './kit.ts'
import type { Mutant } from './mutant.ts'
import { paymentsMutants } from './payments.ts'
import { reconciliationMutants } from './reconciliation.ts'
import { walletMutants } from './wallet.ts'

export const mutants: readonly Mutant[] = [
  ...walletMutants,
  ...reconciliationMutants,
  ...gameMutants,
  ...aviatorMutants,
  ...kitMutants,
  ...edgeMutants,
  ...paymentsMutants,
]
