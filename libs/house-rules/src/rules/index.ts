import type { Rule } from '../rule.ts'
import { classesOfModules, typedTextClasses } from './class-names.ts'
import { timeIsInjected } from './clock.ts'
import { errorsListed, errorTexts, refusalsListed } from './errors.ts'
import { everyCallTested, operationHandlers, streamHandlers } from './handlers.ts'
import { migrationsExpand } from './migrations.ts'
import { specCovered } from './spec-coverage.ts'
import { documentsFound, noMachinePaths } from './standing-alone.ts'
import { linesGrowWithText, oneListOfBreakpoints, oneListOfLayers } from './styles.ts'
import { oneVersion } from './version.ts'
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
  noMachinePaths,
  documentsFound,
  migrationsExpand,
  specCovered,
  oneListOfLayers,
  oneListOfBreakpoints,
  linesGrowWithText,
  classesOfModules,
  typedTextClasses,
  timeIsInjected,
  oneVersion,
]
