import { linguiRuntime } from '@kismet/app-kit/build/words.ts'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** The texts of the player app and of the parts that it shares, in each language but the one of the sources. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi'],
  catalogs: [
    {
      path: '<rootDir>/src/words/{locale}',
      include: ['<rootDir>/src', '<rootDir>/../libs/ui/src'],
      exclude: ['**/*.test.*', '**/testing/**'],
    },
  ],
  // No places: a catalogue changes when a text does, not when its file does.
  format: formatter({ origins: false, printPlaceholdersInComments: false }),
  orderBy: 'message',
  runtimeConfigModule: linguiRuntime,
})
