import { readFileSync } from 'node:fs'
import { types, transformSync } from '@babel/core'
import type { PluginObj } from '@babel/core'
import macro from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const runtime = '@kismet/ui/words/lingui.tsx'

/** Where the macros take their runtime from. */
export const linguiRuntime = {
  i18n: [runtime, 'i18n'],
  Trans: [runtime, 'Trans'],
} as const

const linguiConfig = makeConfig({ locales: ['en'], runtimeConfigModule: linguiRuntime }, { skipValidation: true })

/** Reads the messages of the source language when the app is built, so that nothing has to be read where it runs. */
const compiled: PluginObj = {
  visitor: {
    ObjectExpression({ node }) {
      const own = (name: string) =>
        node.properties.find((part) => types.isObjectProperty(part) && types.isIdentifier(part.key, { name }))
      const message = own('message')
      if (own('id') && types.isObjectProperty(message) && types.isStringLiteral(message.value))
        message.value = types.valueToNode(compileMessageOrThrow(message.value.value))
    },
    JSXAttribute({ node }) {
      if (types.isJSXIdentifier(node.name, { name: 'message' }) && types.isStringLiteral(node.value))
        node.value = types.jsxExpressionContainer(types.valueToNode(compileMessageOrThrow(node.value.value)))
    },
  },
}

/** Whether a module has texts to translate. */
function hasTexts(code: string): boolean {
  return /from '@lingui\/(?:core|react)\/macro'/.test(code)
}

const syntaxOf = (filename: string): ('typescript' | 'jsx')[] =>
  filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']

/** Makes calls of the runtime out of Lingui's macros. @returns undefined where there are none */
export function withoutMacros(code: string, filename: string): { code: string; map: unknown } | undefined {
  if (!hasTexts(code)) return undefined
  const options = { filename, configFile: false, babelrc: false, retainLines: true, sourceMaps: true } as const
  const plugins = [[macro, { descriptorFields: 'message', linguiConfig }]] as const
  const result = transformSync(code, { ...options, parserOpts: { plugins: syntaxOf(filename) }, plugins: [...plugins] })
  if (typeof result?.code !== 'string') throw new Error(`${filename} could not be read`)
  return { code: result.code, map: result.map }
}

/** The same, with the messages read. */
function withTexts(code: string, filename: string): { code: string; map: unknown } | undefined {
  const plain = withoutMacros(code, filename)
  if (plain === undefined) return undefined
  const result = transformSync(plain.code, {
    filename,
    configFile: false,
    babelrc: false,
    retainLines: true,
    parserOpts: { plugins: syntaxOf(filename) },
    plugins: [compiled],
  })
  return { code: result?.code ?? '', map: plain.map }
}

/** A catalogue as a module: what stands for each text in another language. @throws Error for a text that cannot be read */
export function catalogueModule(file: string): string {
  const content = readFileSync(file, 'utf8')
  const catalogue = formatter().parse(content, { locale: undefined, sourceLocale: 'en', filename: file })
  // Of other formats than PO; whoever asks here cannot wait (Jest).
  if (catalogue instanceof Promise) throw new Error(`${file} is read later`)
  const texts = Object.entries(catalogue).flatMap(([id, { translation, obsolete }]) =>
    translation === undefined || translation === '' || obsolete === true
      ? []
      : [[id, compileMessageOrThrow(translation)] as const],
  )
  return `export const messages = ${JSON.stringify(Object.fromEntries(texts))}`
}

/** Texts by Lingui's macros, and catalogues (`*.po`) as modules. */
export function words(): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: '@lingui/' },
      handler: (code, id) => withTexts(code, id) as { code: string } | undefined,
    },
    load: { filter: { id: /\.po$/ }, handler: (id) => catalogueModule(id) },
  }
}
