/** @jest-environment node */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { withoutInlineStyles } from './page-files.ts'
import type { PageFiles } from './page-files.ts'

const run = promisify(execFile)
const long = 'A text that is long enough to be worth the work. '.repeat(60)
const sources = {
  'index.html': `<html>\n  <head>\n  </head>\n  <body><div id="root"></div><script type="module" src="/src/main.js"></script></body></html>`,
  'src/main.js': `if (location.pathname === '/first') import('./first.js')\nelse import('./second.js')\nimport('./heavy.js')`,
  'src/first.js': `import './first.css'\nimport { shared } from './shared.js'\nconsole.log('first', shared)`,
  'src/second.js': `import { shared } from './shared.js'\nconsole.log('second', shared)`,
  'src/heavy.js': `console.log('heavy')`,
  'src/shared.js': `import './shared.css'\nexport const shared = ${JSON.stringify(long)}`,
  'src/first-frame.tsx': `export const renderFirstFrame = async (address, viewer) =>
    '<link rel="preload" href="/x"/><b class="first" style="width:1%">' + viewer + ' at ' + address + '</b>'`,
  'src/first.css': '.first { color: red }',
  'src/shared.css': '.shared { color: blue }',
}

let folder = ''
let files: string[] = []

/** Vite in a process of its own: its native half does not know the objects of a test's realm. */
async function make(byAddress: PageFiles['byAddress']): Promise<void> {
  const here = (name: string): string => JSON.stringify(join(import.meta.dirname, name))
  await writeFile(
    join(folder, 'vite.config.mjs'),
    `import { compressedFiles } from ${here('compressed-files.ts')}
     import { pageFiles } from ${here('page-files.ts')}
     export default { plugins: [pageFiles(${JSON.stringify({ byAddress, sessionKey: 'token' })}), compressedFiles()] }`,
  )
  const vite = join(import.meta.dirname, '../../../../node_modules/vite/bin/vite.js')
  const loader = ['--configLoader', 'native', '--logLevel', 'error']
  await run(process.execPath, [vite, 'build', folder, ...loader])
}
const built = (name: string): Promise<Buffer> => readFile(join(folder, 'dist', name))
/** The name with the hash of its content left out. */
const plain = (name: string): string => name.replace(/-[\w-]{8}\./, '.')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-build-'))
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await make({
    '/first': { modules: ['src/first.js'], firstFrameFor: 'visitor' },
    '/open': { modules: ['src/first.js'], firstFrameFor: 'anyone' },
    '/office/': { modules: ['src/second.js'] },
  })
  files = await readdir(join(folder, 'dist'), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a build', () => {
  it.each([
    ['index.html', 'style.css', undefined],
    ['first.html', 'first-frame-first.css', 'style.css'],
    ['office.html', 'style.css', undefined],
  ])('the first paint of %s waits for %s, and the app for %s', async (name, atOnce, later) => {
    const html = (await built(name)).toString()
    const linked = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\/assets\/([^"]+)">/g)]
    expect(linked.map(([, file = '']) => plain(file))).toEqual([atOnce])
    const [, told] = / data-styles="\/assets\/([^"]+)"/.exec(html) ?? []
    expect(told && plain(told)).toBe(later)
    const whole = await built(`assets/${told ?? linked[0]?.[1] ?? ''}`)
    expect(whole.toString()).toMatch(/\.first.*\.shared|\.shared.*\.first/s)
    expect(html).not.toContain('heavy')
  })

  it('compresses text that is worth it, twice, and nothing else', async () => {
    const shared = files.find((file) => /shared-[\w-]+\.js$/.test(file)) ?? ''
    const source = await built(shared)
    expect(brotliDecompressSync(await built(`${shared}.br`))).toEqual(source)
    expect(gunzipSync(await built(`${shared}.gz`))).toEqual(source)
    expect(files.filter((file) => /\.css\.(br|gz)$/.test(file))).toEqual([])
  })

  it('shows the first frame of a page with its HTML, without a style that the policy forbids, to those whose page it is', async () => {
    const html = (await built('first.html')).toString()
    expect(html).toContain(
      '<div id="first-frame" aria-hidden="true" inert><div data-for="visitor"><b class="first" data-style="0">visitor at /first</b></div></div>',
    )
    expect(html).not.toContain(' style=')
    const style = /href="\/(assets\/first-frame-first-[^"]+)"/.exec(html)?.[1] ?? ''
    expect((await built(style)).toString()).toBe('.first{color:red}#first-frame [data-style="0"]{width:1%}')
    expect(html).toMatch(/<script src="\/assets\/start-[^>]* data-session-key="token" data-frame-for="visitor">/)
    expect((await built('office.html')).toString()).not.toContain('first-frame')
  })

  it('shows everybody a first frame of their own where a page is for anyone', async () => {
    const html = (await built('open.html')).toString()
    expect(html).toContain(
      '<div data-for="visitor"><b class="first" data-style="0">visitor at /open</b></div><div data-for="member"><b class="first" data-style="1">member at /open</b></div>',
    )
    expect(html).toContain(' data-frame-for="anyone">')
  })

  it.each([
    ['first.html', false, ['shared', 'index', 'first']],
    ['office.html', true, ['shared', 'index', 'second']],
    ['index.html', true, ['index']],
  ])('%s starts the app, each file after what it needs; asked for ahead: %j', async (name, isAhead, wanted) => {
    const html = (await built(name)).toString()
    const [starter = '', files = ''] = /<script[^>]* data-files="([^"]+)"[^>]*>/.exec(html) ?? []
    const started = files.split(' ')
    expect(started.map((file) => plain(file).replace(/^\/assets\/|\.js$/g, '')).sort()).toEqual([...wanted].sort())
    for (const [at, file] of started.entries())
      for (const [, needed = ''] of (await built(file.slice(1))).toString().matchAll(/from\s*"\.\/([^"]+)"/g))
        expect(started.indexOf(`/assets/${needed}`)).toBeLessThan(at)
    const asked = [...html.matchAll(/<link rel="modulepreload" [^>]*href="([^"]+)"/g)].map(([, file]) => file)
    expect(asked).toEqual(isAhead ? started : [])
    expect(starter.includes('async')).toBe(isAhead)
    expect(html).not.toContain('type="module"')
  })

  it('styles of elements keep their quotes', () => {
    expect(withoutInlineStyles('<i style="content:&quot;a&#x27;b&quot;"></i>')).toEqual({
      html: '<i data-style="0"></i>',
      css: `#first-frame [data-style="0"]{content:"a'b"}`,
    })
  })

  it('a frame that React would put together by a script is none', () => {
    expect(() => withoutInlineStyles('<b></b><script>$RC()</script>')).toThrow(
      'the Content-Security-Policy forbids inline scripts',
    )
  })

  it('fails when a page is not there', async () => {
    await expect(make({ '/lost': { modules: ['src/lost.js'] } })).rejects.toThrow('No page of the build is src/lost.js')
  })
})
