import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createLocalDir, localDirAt, type LocalDir } from '@kismet/real-servers/local-dir'
import { readRunningPorts, startTimeOf, writeStackState } from './stack-state.ts'

let local: LocalDir

beforeEach(async () => {
  local = localDirAt(await mkdtemp(join(tmpdir(), 'kismet-state-')))
  await createLocalDir(local)
})
afterEach(() => rm(local.root, { recursive: true }))

/** Writes down a stack whose processes run, as far as this process runs. */
function write(ports: Readonly<Record<string, number>>, startedAt = startTimeOf(process.pid)): void {
  const own = { pid: process.pid, ...(startedAt === undefined ? {} : { startedAt }) }
  const processes = Object.entries(ports).map(([name, port]) => ({ name, port, state: 'ready' as const, ...own }))
  writeStackState(local, { supervisor: own, ready: true, summary: '', processes })
}

it('the ports of a running stack are those with which it was started', async () => {
  write({ 'gateway-1': 1, web: 2, mail: 3, gateway: 4 })
  expect(await readRunningPorts(local)).toEqual({ gateway: 4, mail: 3 })
})

it('the port of several gateways is that of their balancer', async () => {
  write({ 'gateway-1': 1, 'gateway-2': 2, 'gateway-balancer': 3, mail: 4 })
  expect(await readRunningPorts(local)).toEqual({ gateway: 3, mail: 4 })
})

it('a stack that was never started, or has ended, has no ports', async () => {
  await expect(readRunningPorts(local)).rejects.toThrow('Kismet does not run')
  write({ gateway: 1, mail: 2 }, '1')
  await expect(readRunningPorts(local)).rejects.toThrow('Kismet does not run')
})

it('a stack that mails to another server has no mailbox to read codes from', async () => {
  write({ gateway: 1 })
  await expect(readRunningPorts(local)).rejects.toThrow('without SMTP_URL')
})
