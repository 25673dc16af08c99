import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseProofFile, UnreadableProofError, verifyProof } from '../src/index.ts'
import { exitCodes, proofFiles } from './proof-files.ts'
import type { Verdict } from './proof-files.ts'

const python = process.env.KISMET_TEST_PYTHON ?? 'python3'
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const programs: readonly (readonly [command: string, args: readonly string[]])[] = [
  [process.execPath, [pathOf('../bin/kismet-verify.mjs')]],
  [python, ['-B', pathOf('../kismet_fairness.py'), 'verify']],
]
let file = ''

beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'kismet-proofs-')), 'proof.json')
})
afterAll(() => rmSync(join(file, '..'), { recursive: true }))

/** The way of the page. */
function verdictOf(bytes: Uint8Array): Verdict {
  try {
    return verifyProof(parseProofFile(bytes)).valid ? 'true' : 'not true'
  } catch (error) {
    if (error instanceof UnreadableProofError) return 'not checked'
    throw error
  }
}

describe.each(proofFiles)('a proof file with $what', ({ bytes, verdict }) => {
  it(`is ${verdict} on the page`, () => {
    expect(verdictOf(bytes)).toBe(verdict)
  })

  it.each(programs)(`is ${verdict} for %s`, (command, args) => {
    writeFileSync(file, bytes)
    const { status, stdout, stderr } = spawnSync(command, [...args, file], { encoding: 'utf8', timeout: 30_000 })
    expect([status, stderr]).toEqual([exitCodes[verdict], verdict === 'not checked' ? expect.any(String) : ''])
    const said = { true: /^TRUE\./m, 'not true': /^NOT TRUE, failed step: [a-z-]+\./m, 'not checked': /^$/ }
    expect(stdout).toMatch(said[verdict])
  })
})
