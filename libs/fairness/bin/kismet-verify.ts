/** kismet-verify FILE: checks a proof file. Exit 0: true. Exit 1: not true. Exit 2: not checked, for example no proof. */
import { readFileSync, statSync } from 'node:fs'
import {
  largestProofFileBytes,
  parseProofFile,
  UnreadableProofError,
  verifyProof,
  type Verification,
} from '../src/index.ts'

/** No file could be read. The message is one sentence. */
class NoFileError extends Error {}

function readBytes(path: string): Uint8Array {
  try {
    const file = statSync(path)
    if (!file.isFile()) throw new NoFileError(`${path} is not a file.`)
    // The reader refuses a larger file by its length.
    return file.size > largestProofFileBytes ? new Uint8Array(largestProofFileBytes + 1) : readFileSync(path)
  } catch (error) {
    if (error instanceof NoFileError) throw error
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new NoFileError(`${path} ${isMissing ? 'does not exist' : 'cannot be read'}.`)
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

function main(args: readonly string[]): number {
  const [path] = args
  try {
    if (args.length !== 1 || path === undefined || path.startsWith('-'))
      throw new NoFileError('Usage: kismet-verify FILE, where FILE is the JSON of a proof.')
    const verification = verifyProof(parseProofFile(readBytes(path)))
    process.stdout.write(report(verification))
    return verification.valid ? 0 : 1
  } catch (error) {
    process.stderr.write(`kismet-verify: ${reasonOf(error)}\n`)
    return 2
  }
}

/** Why there is no verdict. */
function reasonOf(error: unknown): string {
  if (error instanceof NoFileError) return error.message
  if (error instanceof UnreadableProofError) return printable(`This is no proof. ${error.message}`)
  return `The check itself failed: ${String(error)}`
}

process.exitCode = main(process.argv.slice(2))
