#!/usr/bin/env node
/** kismet-verify FILE: checks a proof file. Exit 0 when it is true, 1 when it is not, 2 when there is no file to check. */
import { readFileSync, statSync } from 'node:fs'
import { UnreadableProofError, verifyProof, type Verification } from '../src/index.ts'

const largestFileBytes = 64 * 1024

/** Why no file could be checked, as one sentence. */
class NothingToCheckError extends Error {}

/** Why a file does not have the form of a proof, as one sentence. */
class NoProofError extends Error {}

function readJson(path: string): unknown {
  let text: string
  try {
    const file = statSync(path)
    if (!file.isFile()) throw new NothingToCheckError(`${path} is not a file.`)
    if (file.size > largestFileBytes) throw new NoProofError(`${path} is larger than 64 KiB.`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof NothingToCheckError || error instanceof NoProofError) throw error
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'does not exist' : 'cannot be read'
    throw new NothingToCheckError(`${path} ${reason}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new NoProofError(`${path} is not JSON.`)
  }
}

/** A proof may come from an attacker: its texts must not add lines to the report or control the terminal. */
const printable = (text: string): string => text.replaceAll(/[^ -~]/g, '?')

function report({ steps, valid, failedStep, summary, notes }: Verification): string {
  const lines = steps.flatMap(({ ok, name, title, how, value }) => [
    `${ok ? 'ok  ' : 'FAIL'}  ${name}: ${title}`,
    `      ${printable(how)}`,
    ...(value === '' ? [] : [`      ${printable(value)}`]),
  ])
  const verdict = valid ? 'TRUE' : `NOT TRUE, failed step: ${failedStep ?? ''}`
  return [...lines, '', `${verdict}. ${printable(summary)}`, ...notes.map((note) => `Note: ${note.text}`), ''].join(
    '\n',
  )
}

/** A file that is no complete proof counts as not true: exit 1 (docs/reference/player-api.md). */
function reportForm(reason: string): string {
  const sentence = printable(reason)
  return [
    'FAIL  form: The form of a proof',
    `      ${sentence}`,
    '',
    `NOT TRUE, failed step: form. ${sentence}`,
    '',
  ].join('\n')
}

function main(args: readonly string[]): number {
  const [path] = args
  try {
    if (args.length !== 1 || path === undefined || path.startsWith('-')) {
      throw new NothingToCheckError('Usage: kismet-verify FILE, where FILE is the JSON of a proof.')
    }
    const verification = verifyProof(readJson(path))
    process.stdout.write(report(verification))
    return verification.valid ? 0 : 1
  } catch (error) {
    if (error instanceof NoProofError || error instanceof UnreadableProofError) {
      process.stdout.write(reportForm(error.message))
      return 1
    }
    // Exit 1 is only for a checked file that is not true. An error of the verifier must exit with 2.
    const known = error instanceof NothingToCheckError
    process.stderr.write(`kismet-verify: ${known ? error.message : `The check itself failed: ${String(error)}`}\n`)
    return 2
  }
}

process.exitCode = main(process.argv.slice(2))
