import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'

/** A heading of a help text, with its lines: the command with its arguments, and what it does. */
interface Group {
  readonly heading: string
  readonly rows: readonly (readonly [command: string, does: string])[]
}

/** Reads the list that `./kismet help` and `make help` print: a heading of one word, then indented lines. */
export function groupsOf(help: string): readonly Group[] {
  return help.split('\n\n').flatMap((block) => {
    const [heading = '', ...lines] = block.trimEnd().split('\n')
    if (!/^[a-z]+$/.test(heading)) return []
    const rows = lines.map((line) => {
      const [command = '', does = ''] = line.trim().split(/ {2,}/)
      return [command, does] as const
    })
    return [{ heading, rows }]
  })
}

async function helpOf(program: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd: repositoryRoot, timeoutMs: 30_000 })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
  return stdout
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
/** A pipe ends a cell, also in code. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

function tablesOf(groups: readonly Group[], prefix: string): string {
  return groups
    .map(({ heading, rows }) => {
      const lines = rows.map(([command, does]) => `| \`${cell(prefix + command)}\` | ${cell(does)} |`)
      return [`### ${titled(heading)}`, '', '| command | what it does |', '| --- | --- |', ...lines, ''].join('\n')
    })
    .join('\n')
}

/** docs/reference/commands.md: the commands of operators and developers, as their help texts say. */
export async function commandsPage(): Promise<string> {
  const kismet = join(repositoryRoot, 'kismet')
  const groups = groupsOf(await helpOf(kismet, 'help'))
  const names = groups.flatMap(({ rows }) => rows.map(([command]) => command.split(' ')[0] ?? ''))
  const details: string[] = []
  for (const name of names) {
    const [usage = '', , ...more] = (await helpOf(kismet, 'help', name)).trimEnd().split('\n')
    if (more.length > 0) details.push([usage, ...more.map((line) => `  ${line}`)].join('\n'))
  }
  const targets = groupsOf(await helpOf('make', '--no-print-directory', 'help'))
  return [
    '# Commands',
    '',
    'This page is for operators, who use `./kismet`, and for developers, who use `make`. `make generate`',
    'writes it from `./kismet help` and `make help`.',
    '',
    '## ./kismet',
    '',
    'The commands are the same on a local stack, under docker compose and on Kubernetes. They act on the',
    'Kismet that runs here. `--on local|compose|kubernetes` or the variable `KISMET_ON` says where it is;',
    'Kubernetes needs one of them. Commands that destroy data ask first; `YES=1` skips the question.',
    '',
    tablesOf(groups, './kismet '),
    '### Details',
    '',
    '```text',
    details.join('\n\n'),
    '```',
    '',
    '## make',
    '',
    tablesOf(targets, ''),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
