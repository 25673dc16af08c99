import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { uiLayer } from './ui-layer.ts'
import { words } from './words.ts'

/** Who sees the first frame of a page, by whether somebody is logged in: another one's browser shows nothing until the app stands. */
export type Viewer = 'visitor' | 'member'

/** What `src/first-frame.tsx` of an app exports: a page as the app draws it before it knows anything of anybody. */
export type RenderFirstFrame = (address: string, viewer: Viewer) => Promise<string>

/** Builds the app's drawing of its first frames for Node, and answers with it. */
export async function firstFramesOf(appFolder: string): Promise<RenderFirstFrame> {
  const modules = join(appFolder, 'node_modules')
  await mkdir(modules, { recursive: true })
  const outDir = await mkdtemp(join(modules, '.first-frame-'))
  try {
    await build({
      root: appFolder,
      configFile: false,
      logLevel: 'error',
      plugins: [words(), uiLayer()],
      ssr: { noExternal: true },
      build: {
        ssr: 'src/first-frame.tsx',
        outDir,
        assetsInlineLimit: 0,
        rolldownOptions: { output: { entryFileNames: 'first-frame.js', codeSplitting: false } },
      },
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const { renderFirstFrame } = (await import(pathToFileURL(join(outDir, 'first-frame.js')).href)) as {
      renderFirstFrame: RenderFirstFrame
    }
    return renderFirstFrame
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
