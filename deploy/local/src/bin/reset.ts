import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { openFolderFor } from '../infra/server-user.ts'
import type { LocalDir } from '../local-dir.ts'
import { stopStack } from '../orphans.ts'
import { readSettings } from '../settings.ts'
import { sentenceFor, StackError } from '../stack-error.ts'

/** Programs that were built, and what is only a copy of something: no state, and slow to make again. */
const kept = new Set(['bin', 'cache'])

async function confirmed(local: LocalDir): Promise<boolean> {
  if (process.env.YES === '1') return true
  if (!process.stdin.isTTY)
    throw new StackError('make reset deletes all data: answer its question at a terminal, or say YES=1.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`This deletes every player, balance and entry in ${local.root}. Type yes: `)
  terminal.close()
  return answer.trim() === 'yes'
}

try {
  const { local } = readSettings(process.env)
  if (await confirmed(local)) {
    await stopStack(local)
    for (const name of await readdir(local.root).catch(() => [])) {
      if (!kept.has(name)) await rm(join(local.root, name), { recursive: true, force: true })
    }
    for (const base of ['/var/lib', '/var/tmp'])
      await rm(openFolderFor(local.root, base), { recursive: true, force: true })
    console.log(`The state in ${local.root} is deleted.`)
  } else {
    console.log('Nothing was deleted.')
    process.exitCode = 1
  }
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
