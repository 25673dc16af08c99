/** @jest-environment node */
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { browsers } from './browsers.ts'

const repository = new URL('../../../../', import.meta.url)
/** What runs in a browser. The build lowers syntax; what is called has to be there. */
const ofApps = ['web/src', 'admin-web/src', 'libs/app-kit/src', 'libs/ui/src', 'libs/fairness/src']
const isOfTests = (path: string): boolean => /\.test\.|\/testing\/|\/build\//.test(path)
/** Each is in the types, and not in all of these browsers. */
const lacking = [
  /\bPromise\.(?:withResolvers|try)\b/,
  /\b(?:Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\bURL\.(?:parse|canParse)\b/,
  /\brequestIdleCallback\b/,
  /\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|some|every|find|reduce|flatMap|toArray|take|drop|forEach)\(/,
]

async function askingFor(wanted: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const folder of ofApps)
    for await (const path of glob(`${folder}/**/*.{ts,tsx}`, { cwd: fileURLToPath(repository) }))
      if (!isOfTests(path) && wanted.test(await readFile(new URL(path, repository), 'utf8'))) found.push(path)
  return found
}

describe('the browsers that the apps are made for', () => {
  it.each(['web', 'admin-web'])('are those that the README of %s names', async (app) => {
    const readme = await readFile(new URL(`${app}/README.md`, repository), 'utf8')
    const named = /^- Browsers: (.*)\(/m.exec(readme)?.[1] ?? ''
    const { chrome, edge, firefox, safari, ios } = browsers
    expect([named, chrome]).toEqual([
      `Chrome and Edge ${edge}, Firefox ${firefox}, Safari ${safari} (also on iOS ${ios}), and newer ones `,
      edge,
    ])
  })

  it.each(lacking)('are not asked for %s, which some of them lack', async (wanted) => {
    expect(await askingFor(wanted)).toEqual([])
  })
})
