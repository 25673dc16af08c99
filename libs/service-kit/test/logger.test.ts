import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'

const logger = JSON.stringify(new URL('../src/logger.ts', import.meta.url).href)

/** The messages that a process writes. */
function messagesOf(script: string): string[] {
  const program = `import { createLogger } from ${logger}
    const log = createLogger('test', 'info')
    ${script}`
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
}

it.each([
  { what: 'a process that ends', script: `log.info('one'); log.info('two')`, says: ['one', 'two'] },
  {
    what: 'a process that ends at a fatal line',
    script: `log.info('one'); log.fatal('two'); process.exit(1)`,
    says: ['one', 'two'],
  },
  {
    what: 'a process that waits and is killed later',
    script: `log.info('one'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000)`,
    says: ['one'],
  },
])('the lines of $what are written', ({ script, says }) => {
  expect(messagesOf(script)).toEqual(says)
})
