import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'

/** Packages that a process has loaded after it imported a file. */
function packagesOf(file: string): string[] {
  const url = JSON.stringify(new URL(file, import.meta.url).href)
  const names = String.raw`/node_modules\/((?:@[^/]+\/)?[^/]+)\/`
  const script = `import Module from 'node:module'
    await import(${url})
    const found = Object.keys(Module._cache).map((path) => ${names}/.exec(path)?.[1])
    console.log(JSON.stringify([...new Set(found)]))`
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' })
  return JSON.parse(out) as string[]
}

it('the gateway loads no driver of a database', () => {
  const loaded = packagesOf('./service.ts')
  expect(loaded).toContain('express')
  for (const driver of ['pg', 'mongoose']) expect(loaded).not.toContain(driver)
})
