import { describe, expect, it } from '@jest/globals'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { goesFirst, pidOf } from './goes-first.ts'

const groupOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => '')

describe('a session that goes first', () => {
  it('is found by what it was started with, and goes before all others where that may be said', async () => {
    const mark = `--mark=${process.pid}`
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)', '--', mark], { detached: true })
    try {
      const pid = await pidOf(mark)
      expect(pid).toBe(child.pid)
      const isShared = (await groupOf(pid)) !== ''
      const isFirst = await goesFirst(pid)
      expect(isFirst && isShared).toBe((await groupOf(pid)).includes('nice -20'))
    } finally {
      child.kill()
    }
  })

  it('is not found where nothing runs', async () => {
    await expect(pidOf(`--nobody=${process.pid}`)).rejects.toThrow('Nothing runs')
  })
})
