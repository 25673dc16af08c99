import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { commandsPage, groupsOf } from './commands-page.ts'

describe('the page of commands', () => {
  it('has each command of a help text with what it does, and no usage line', () => {
    const help =
      'Usage: ./x COMMAND\n\nrun\n  up [--scale A=N]   Start it\n  down               Stop it\n\nSee elsewhere.\n'
    const rows = [
      ['up [--scale A=N]', 'Start it'],
      ['down', 'Stop it'],
    ]
    expect(groupsOf(help)).toEqual([{ heading: 'run', rows }])
  })

  it('has every target of the Makefile, at most twenty, each with what it does', async () => {
    const makefile = await readFile(join(repositoryRoot, 'Makefile'), 'utf8')
    const targets = (/^\.PHONY: (.+)$/m.exec(makefile)?.[1] ?? '').split(' ')
    expect(targets.length).toBeLessThanOrEqual(20)
    const page = await commandsPage()
    for (const target of targets) expect(page).toMatch(new RegExp(`^\\| \`make ${target}\` \\| [A-Z].+ \\|$`, 'm'))
    expect(page.match(/^\| `make /gm)).toHaveLength(targets.length)
  })
})
