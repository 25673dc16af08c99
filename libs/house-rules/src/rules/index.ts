import type { Rule } from '../rule.ts'
import { decisionsNumbered, documentsFound, documentsPresent, packageReadmes } from './documents.ts'
import { errorsListed, errorTexts, refusalsListed } from './errors.ts'
import { goodNames, namedExports, shortFiles } from './files.ts'
import { everyCallTested, operationHandlers, streamHandlers } from './handlers.ts'
import { packagesAlike } from './packages.ts'
import { environmentInConfig, migrationsNumbered, standardFiles } from './services.ts'
import { nothingLeftOver, noMachinePaths } from './text.ts'
import { wireNames } from './wire-names.ts'

/** The rules of the house, as far as a program can check them and no other tool does. */
export const rules: readonly Rule[] = [
  operationHandlers,
  streamHandlers,
  everyCallTested,
  errorTexts,
  errorsListed,
  refusalsListed,
  wireNames,
  standardFiles,
  environmentInConfig,
  migrationsNumbered,
  shortFiles,
  goodNames,
  namedExports,
  noMachinePaths,
  nothingLeftOver,
  packagesAlike,
  packageReadmes,
  documentsPresent,
  documentsFound,
  decisionsNumbered,
]
