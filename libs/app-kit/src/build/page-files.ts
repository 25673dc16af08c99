import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { RenderFirstFrame, Viewer } from './first-frames.ts'
import { firstFramesOf } from './first-frames.ts'
import { splitFaces, stylesOfFrame } from './frame-styles.ts'
import type { StartData } from './start-page.ts'
import { startPage } from './start-page.ts'

/** A page with an HTML file of its own. */
export interface PageFile {
  /** What it loads on demand, as paths of modules. */
  readonly modules: readonly string[]
  /** Whose browsers show its first frame at once; without one there is none. What is for `anyone` has one for each. */
  readonly firstFrameFor?: Viewer | 'anyone'
  /** The most that its JavaScript weighs on top of the shell; without a number the page is not weighed. */
  readonly mostKib?: number
}

export interface PageFiles {
  readonly byAddress: Readonly<Record<string, PageFile>>
  /** The key of the browser's storage that a session has, and a visitor's browser has not. */
  readonly sessionKey?: string
  /** The key that a chosen language has there, and the modules of catalogues by language, which are asked for with the page. */
  readonly language?: { readonly key: string; readonly catalogues: Readonly<Record<string, string>> }
}

type Bundle = Rolldown.OutputBundle

/** The code that a chunk runs with, each file after those that it cannot run without. */
function addCode(bundle: Bundle, chunk: Rolldown.OutputChunk, code: Set<string>, seen = new Set<string>()): void {
  if (seen.has(chunk.fileName)) return
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') addCode(bundle, imported, code, seen)
  }
  code.add(chunk.fileName)
}

/** The chunk that index.html starts. */
function entryOf(bundle: Bundle): Rolldown.OutputChunk {
  for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.isEntry) return part
  throw new Error('The build has no entry')
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const part of Object.values(bundle))
    if (part.type === 'chunk' && part.facadeModuleId?.endsWith(`/${module}`)) return part
  throw new Error(`No page of the build is ${module}`)
}

/** The text of a file that is no code. */
function sourceOf(bundle: Bundle, name: string): string {
  const part = bundle[name]
  if (part?.type !== 'asset') throw new Error(`The build has no file ${name}`)
  return part.source.toString()
}

const preloadOf = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}">`
const styleOf = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`

/** Where the catalogues are, as the script that starts the app is told. */
function cataloguesOf(bundle: Bundle, modules: Readonly<Record<string, string>>): string {
  const files = Object.entries(modules).map(([name, module]) => [name, `/${chunkOf(bundle, module).fileName}`])
  return JSON.stringify(Object.fromEntries(files))
}

/** The script that starts the app, with what it is told (`startPage`). */
function starterOf(address: string, { files, ...told }: StartData): string {
  const data = [`data-files="${files}"`]
  if (told.styles !== undefined) data.push(`data-styles="${told.styles}"`)
  if (told.sessionKey !== undefined) data.push(`data-session-key="${told.sessionKey}"`)
  if (told.frameFor !== undefined) data.push(`data-frame-for="${told.frameFor}"`)
  if (told.languageKey !== undefined) data.push(`data-language-key="${told.languageKey}"`)
  if (told.catalogues !== undefined) data.push(`data-catalogues='${told.catalogues}'`)
  return `<script ${told.frameFor === undefined ? 'async ' : ''}src="/${address}" ${data.join(' ')}></script>`
}

/** Emits a file under the hash of its content. */
function emit(context: Rolldown.PluginContext, name: string, ending: string, source: string): string {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const fileName = `assets/${name}-${hash}.${ending}`
  context.emitFile({ type: 'asset', fileName, source })
  return fileName
}

/** Styles of single elements as rules, because the Content-Security-Policy lets none stand in HTML; and no preloads of what is loaded anyway. */
export function withoutInlineStyles(frame: string): { html: string; css: string } {
  if (frame.includes('<script'))
    throw new Error(
      'A first frame needs a script to join its parts; the Content-Security-Policy forbids inline scripts',
    )
  const rules: string[] = []
  const html = frame.replaceAll(/<link [^>]*>/g, '').replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    rules.push(
      `#first-frame [data-style="${rules.length}"]{${style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")}}`,
    )
    return ` data-style="${rules.length - 1}"`
  })
  return { html, css: rules.join('\n') }
}

/**
 * For each page an HTML file of its own, `/auth` in `auth.html`, which asks for the page's code and styles together with the app's,
 * instead of one after the other, and shows its first frame until the page stands. The first paint of a frame waits for the
 * rules of the frame only, and the app for all styles. Every other address gets index.html and works as well.
 */
export function pageFiles({ byAddress, sessionKey, language }: PageFiles): Plugin {
  let root = ''
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    // All styles together weigh less than what asking for the ten files of a page costs before its first paint.
    config: () => ({ build: { cssCodeSplit: false } }),
    configResolved(config) {
      root = config.root
    },
    async generateBundle(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('The build has no index.html')
      // What Vite asks for is asked for here, in an order of its own.
      const html = index.source
        .toString()
        .replaceAll(/ *<(link rel="(modulepreload|stylesheet)"|script type="module")[^>]*>(<\/script>)?\n?/g, '')
      const made = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      const { faces, rules } = splitFaces(made.map((name) => sourceOf(bundle, name)).join(''))
      for (const name of made) Reflect.deleteProperty(bundle, name)
      const style = emit(this, 'style', 'css', rules)
      const fonts = faces === '' ? [] : [emit(this, 'fonts', 'css', faces)]
      const starter = emit(this, 'start', 'js', `(${startPage.toString()})()`)
      let draw: RenderFirstFrame | undefined
      const pageOf = async (address: string, { modules, firstFrameFor: frameFor }: PageFile): Promise<string> => {
        const code = new Set<string>()
        let paintStyles = [...fonts, style]
        for (const chunk of [...modules.map((module) => chunkOf(bundle, module)), entryOf(bundle)])
          addCode(bundle, chunk, code)
        let page = html
        if (frameFor !== undefined) {
          draw ??= await firstFramesOf(root)
          const viewers: readonly Viewer[] = frameFor === 'anyone' ? ['visitor', 'member'] : [frameFor]
          let drawn = ''
          for (const viewer of viewers) drawn += `<div data-for="${viewer}">${await draw(address, viewer)}</div>`
          const frame = withoutInlineStyles(drawn)
          const shown = `<div id="first-frame" aria-hidden="true" inert>${frame.html}</div>`
          page = page.replace('<div id="root">', () => `${shown}\n    <div id="root">`)
          const ofFrame = faces + stylesOfFrame(rules, page) + frame.css
          paintStyles = [emit(this, `first-frame${address.replaceAll('/', '-').replace(/-$/, '')}`, 'css', ofFrame)]
        }
        const told = {
          files: [...code].map((file) => `/${file}`).join(' '),
          styles: frameFor && `/${style}`,
          sessionKey,
          frameFor,
          languageKey: language?.key,
          catalogues: language && cataloguesOf(bundle, language.catalogues),
        }
        const ahead = frameFor === undefined ? [...code].map(preloadOf) : []
        const head = [...paintStyles.map(styleOf), ...ahead, starterOf(starter, told)]
        return page.replace('  </head>', () => `${head.map((line) => `    ${line}\n`).join('')}  </head>`)
      }
      index.source = await pageOf('/', { modules: [] })
      for (const [address, page] of Object.entries(byAddress)) {
        const fileName = `${address.replace(/^\/|\/$/g, '')}.html`
        this.emitFile({ type: 'asset', fileName, source: await pageOf(address, page) })
      }
    },
  }
}
