import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { DrawFirstFrame, Viewer } from './first-frames.ts'
import { firstFramesOf } from './first-frames.ts'

/** A page with an HTML file of its own. */
export interface PageFile {
  /** What it loads on demand, as paths of modules. */
  readonly modules: readonly string[]
  /** Whose browsers show its first frame at once; without one there is none. */
  readonly firstFrameFor?: Viewer
}

export interface PageFiles {
  readonly byAddress: Readonly<Record<string, PageFile>>
  /** The key of the browser's storage that a player's session has, and a visitor's has not. */
  readonly sessionKey?: string
}

type Bundle = Rolldown.OutputBundle

/** The chunk and what it cannot run without, with their styles. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, found: Set<string>): void {
  if (found.has(chunk.fileName)) return
  found.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(bundle, imported, found)
  }
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const part of Object.values(bundle))
    if (part.type === 'chunk' && part.facadeModuleId?.endsWith(`/${module}`)) return part
  throw new Error(`No page of the build is ${module}`)
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
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
 * instead of one after the other, and shows its first frame until the page stands. Every other address gets index.html and works as well.
 */
export function pageFiles({ byAddress, sessionKey }: PageFiles): Plugin {
  let root = ''
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    async generateBundle(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('The build has no index.html')
      const html = index.source.toString()
      const marksViewer = `document.documentElement.dataset.viewer = localStorage.getItem('${sessionKey}') ? 'player' : 'visitor'\n`
      let draw: DrawFirstFrame | undefined
      for (const [address, { modules, firstFrameFor }] of Object.entries(byAddress)) {
        const files = new Set<string>()
        for (const module of modules) filesOf(bundle, chunkOf(bundle, module), files)
        const name = address.replace(/^\/|\/$/g, '')
        let page = html
        let script = ''
        if (firstFrameFor) {
          draw ??= await firstFramesOf(root)
          const frame = withoutInlineStyles(await draw(address, firstFrameFor))
          if (frame.css !== '') files.add(emit(this, `first-frame-${name.replaceAll('/', '-')}`, 'css', frame.css))
          script = `    <script src="/${emit(this, 'viewer', 'js', marksViewer)}"></script>\n`
          page = page.replace(
            '<div id="root">',
            () =>
              `<div id="first-frame" data-for="${firstFrameFor}" aria-hidden="true" inert>${frame.html}</div>\n    <div id="root">`,
          )
        }
        const links = [...files].filter((file) => !html.includes(`"/${file}"`)).map((file) => `    ${linkTo(file)}\n`)
        page = page.replace('  </head>', () => `${links.join('')}${script}  </head>`)
        if (firstFrameFor)
          page = page.replaceAll(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"')
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source: page })
      }
    },
  }
}
