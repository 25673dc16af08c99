import process from 'node:process'
import { once } from 'node:events'
import { defineService } from '../src/define-service.ts'
import { baseEnv } from '../src/env.ts'
import { runService } from '../src/run-service.ts'

// A service that says when it opens, and goes on when a line comes on its standard input.
const slow = defineService({
  name: 'wallet',
  env: baseEnv,
  async open() {
    process.stdout.write('opens\n')
    await once(process.stdin, 'data')
    process.stdin.destroy()
  },
  operations: [],
  close: () => {
    process.stdout.write('closed\n')
    return Promise.resolve()
  },
})

await runService(slow)
