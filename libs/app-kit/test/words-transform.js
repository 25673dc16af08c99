import { createHash } from 'node:crypto'
import swcJest from '@swc/jest'
import { catalogueModule, withoutMacros } from '../src/build/words.ts'

/** What Jest makes of a source: Lingui's macros first, as in the build, then SWC; a catalogue as a module. Messages stay text, so that a test can read them in a language of its own. */
export default {
  createTransformer(swcOptions) {
    const swc = swcJest.createTransformer(swcOptions)
    const plain = (code, path) => (path.includes('/node_modules/') ? code : (withoutMacros(code, path)?.code ?? code))
    return {
      ...swc,
      canInstrument: false,
      getCacheKey: (code, path, options) =>
        createHash('sha256')
          .update(`words 2 ${swc.getCacheKey(code, path, options)}`)
          .digest('hex'),
      process: (code, path, options) =>
        path.endsWith('.po') ? { code: catalogueModule(path) } : swc.process(plain(code, path), path, options),
    }
  },
}
