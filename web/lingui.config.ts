import { linguiRuntime } from '@kismet/app-kit/build/words.ts'
import { adminArea, errorCatalogue, operations, refusalsOf, socketCommands, streamRoutes } from '@kismet/contracts'
import type { ErrorCode, Route } from '@kismet/contracts'
import babel from '@lingui/cli/api/extractors/babel'
import type { ExtractorType } from '@lingui/conf'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { refusalTextId } from './src/core/refusal-text-id.ts'

/** The codes of refusals that a player can get. */
function codesForPlayers(): Set<ErrorCode> {
  const routes = [...operations, ...streamRoutes].flatMap(
    ({ route, errors }: { route?: Route; errors: readonly ErrorCode[] }) =>
      route === undefined || typeof route.access === 'object' || route.path.startsWith(`${adminArea}/`)
        ? []
        : [...refusalsOf({ route, errors })],
  )
  return new Set([...routes, ...socketCommands.flatMap(({ errors }) => errors), 'invalid_payload'])
}

/** The English texts of refusals are in the contracts alone (src/core/refusal-words.ts). */
const refusals: ExtractorType = {
  match: (file) => file.endsWith('contracts/src/errors.ts'),
  extract: (file, _code, onMessageExtracted) => {
    for (const code of codesForPlayers()) {
      const { message } = errorCatalogue[code]
      onMessageExtracted({ id: refusalTextId(code), message, comment: message, origin: [file, 1], placeholders: {} })
    }
  },
}

/** The texts of the player app and of the parts that it shares, in each language but the one of the sources. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi'],
  catalogs: [
    {
      path: '<rootDir>/src/words/{locale}',
      include: ['<rootDir>/src', '<rootDir>/../libs/ui/src', '<rootDir>/../libs/contracts/src/errors.ts'],
      exclude: ['**/*.test.*', '**/testing/**'],
    },
  ],
  extractors: [refusals, babel],
  // No places: a catalogue changes when a text does, not when its file does.
  format: formatter({ origins: false, printPlaceholdersInComments: false }),
  orderBy: 'message',
  runtimeConfigModule: linguiRuntime,
})
