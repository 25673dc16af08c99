import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'

/** What a stand-in prints and answers when its words begin so. */
export interface Reply {
  readonly to: string
  readonly prints?: string
  readonly code?: number
}

/** What a command did: the programs that it ran, in order, each with its words and its standard input where it had one. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly calls: readonly string[]
}

/** In bash, which starts ten times as fast as Node: a command runs up to ten of them. */
const standIn = `#!/bin/bash
said=\${0##*/}
for word in "$@"; do
  if [[ $word =~ ^[A-Za-z0-9_./:=@,+*-]+$ ]]; then said+=" $word"; else said+=" '$word'"; fi
done
input=$(cat)
printf '%s\\0' "$said\${input:+ <<< $input}" >>"$CALLS"
for reply in "$REPLIES"/*.to; do
  [[ -e $reply && $said == "$(<"$reply")"* ]] || continue
  cat "\${reply%.to}.prints"
  exit "$(<"\${reply%.to}.code")"
done
`

/** A folder with the command `kismet` and stand-ins for docker, kubectl, node and the installation of packages. */
export class OperatorsMachine {
  readonly folder: string
  readonly #calls: string

  private constructor(folder: string) {
    this.folder = folder
    this.#calls = join(folder, 'calls')
  }

  static async prepare(): Promise<OperatorsMachine> {
    const folder = await mkdtemp(join(tmpdir(), 'kismet-door-'))
    await mkdir(join(folder, 'bin'))
    await mkdir(join(folder, 'deploy/local'), { recursive: true })
    await mkdir(join(folder, 'docs/reference'), { recursive: true })
    await copyFile(join(repositoryRoot, 'kismet'), join(folder, 'kismet'))
    await writeFile(join(folder, 'docs/reference/configuration.md'), '# Configuration\n')
    for (const name of [
      'bin/docker',
      'bin/kubectl',
      'bin/node',
      'bin/sleep',
      'bin/tail',
      'deploy/local/bootstrap.sh',
    ]) {
      await writeFile(join(folder, name), standIn)
      await chmod(join(folder, name), 0o755)
    }
    return new OperatorsMachine(folder)
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  /** Runs a command of the operator, or a shell in the folder. */
  async run(
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
    replies: readonly Reply[] = [],
    program = join(this.folder, 'kismet'),
  ): Promise<Outcome> {
    const folder = join(this.folder, 'replies')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    for (const [index, { to, prints = '', code: answer = 0 }] of replies.entries()) {
      await writeFile(join(folder, `${index}.to`), to)
      await writeFile(join(folder, `${index}.prints`), prints)
      await writeFile(join(folder, `${index}.code`), String(answer))
    }
    await writeFile(this.#calls, '')
    const { code, stdout, stderr } = await runProgram(program, words, {
      cwd: this.folder,
      timeoutMs: 30_000,
      env: {
        PATH: `${join(this.folder, 'bin')}:/usr/bin:/bin`,
        CALLS: this.#calls,
        REPLIES: folder,
        ...env,
      },
    })
    const calls = (await readFile(this.#calls, 'utf8')).split('\0').filter((call) => call !== '')
    return { code, stdout, stderr, calls }
  }
}
