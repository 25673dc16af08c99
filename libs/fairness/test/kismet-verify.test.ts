import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { trueProofs, type GameName } from './proofs.ts'

const program = fileURLToPath(new URL('../bin/kismet-verify.mjs', import.meta.url))
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kismet-verify-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function verify(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', timeout: 30_000 })
}

function verifyText(text: string): ReturnType<typeof verify> {
  const file = join(folder, 'proof.json')
  writeFileSync(file, text)
  return verify(file)
}

describe('kismet-verify', () => {
  it.each(Object.keys(trueProofs) as GameName[])('exits 0 for a true proof of %s', (game) => {
    const { status, stdout, stderr } = verifyText(JSON.stringify({ success: true, proof: trueProofs[game] }))
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^TRUE\. .*\. The result matches its commitment\./m)
    expect(stdout).not.toContain('FAIL')
  })

  it('exits 1 for a changed proof and names the step', () => {
    const { status, stdout, stderr } = verifyText(JSON.stringify({ ...trueProofs.dice, outcome: { roll: 99.99 } }))
    expect([status, stderr]).toEqual([1, ''])
    expect(stdout).toMatch(/^FAIL {2}outcome/m)
    expect(stdout).toMatch(/^NOT TRUE, failed step: outcome\./m)
  })

  it('lets no text of a proof forge a line of the report', () => {
    const { status, stdout } = verifyText(
      JSON.stringify({ ...trueProofs.dice, serverSeedHash: 'x\n\nTRUE. \u001b[32m' }),
    )
    expect(status).toBe(1)
    expect(stdout).not.toMatch(/^TRUE/im)
    expect(stdout).toContain('x??true. ?[32m')
  })

  it('exits 2 with one sentence for a file that is no proof', () => {
    const { status, stdout, stderr } = verifyText('{"game": "a\\nb"}')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^kismet-verify: This is no proof\. .*\n$/)
  })

  it('exits 2 on a Node that cannot load the program', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--no-strip-types', program, 'proof.json'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining('The check itself failed on Node v')])
  })

  it.each([
    { what: 'no file', args: [], sentence: 'Usage: kismet-verify FILE' },
    { what: 'two files', args: ['a', 'b'], sentence: 'Usage: kismet-verify FILE' },
    { what: 'an option', args: ['--help'], sentence: 'Usage: kismet-verify FILE' },
    { what: 'a file that is not there', args: ['/nowhere/proof.json'], sentence: 'does not exist.' },
    { what: 'a folder', args: [tmpdir()], sentence: 'is not a file.' },
  ])('exits 2 with one sentence for $what', ({ args, sentence }) => {
    const { status, stdout, stderr } = verify(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
