import { createInterface } from 'node:readline/promises'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { deleteState, stopStack } from '../orphans.ts'
import { readSettings } from '../settings.ts'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'

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
    await deleteState(local)
    console.log(`The state in ${local.root} is deleted.`)
  } else {
    console.log('The data was kept.')
    process.exitCode = 1
  }
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
