import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'

const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

const pages = 'docs/operating/alarms'
const kebabCase = (name: string): string => name.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase()
const sources = () => globSync('{services/*,libs/*,gateway}/src/**/*.ts', { cwd: repositoryRoot }).map(textOf)

interface Alarm {
  readonly name: string
  readonly severity: string
  readonly page: string
}

function alarmsOf(file: string): Alarm[] {
  const [, ...rules] = textOf(file).split('- alert: ')
  return rules.map((rule) => {
    const [name = ''] = /^\w+/.exec(rule) ?? []
    const [, severity = ''] = /severity: (\w+)/.exec(rule) ?? []
    const [, page = ''] = /runbook_url: (\S+)/.exec(rule) ?? []
    return { name, severity, page }
  })
}

const ofKubernetes = ['alarms', 'store-alarms'].flatMap((name) => alarmsOf(`deploy/k8s/base/monitoring/${name}.yaml`))
const all = [...ofKubernetes, ...alarmsOf('deploy/docker/monitoring/alarms.yaml')]

describe('an alarm', () => {
  it.each(all)('$name leads to its page, which has its name, its severity and the three headings', (alarm) => {
    expect(alarm.page).toBe(`${pages}/${kebabCase(alarm.name)}.md`)
    const text = textOf(alarm.page)
    expect(text.match(/^#+ .+$/gm)).toEqual([
      `# ${alarm.name}`,
      '## What it means',
      '## What to check',
      '## What to do',
    ])
    expect(text).toContain(`Severity: ${alarm.severity}.`)
    const [, check = '', act = ''] = /## What to check\n\n(.+)\n## What to do\n\n(.+)/s.exec(text) ?? []
    expect([check, act].map((steps) => steps.slice(0, 3))).toEqual(['1. ', '1. '])
  })

  it('exists for every page', () => {
    const names = globSync(`${pages}/*.md`, { cwd: repositoryRoot }).map((path) => basename(path, '.md'))
    const expected = ofKubernetes.map(({ name }) => kebabCase(name))
    expect(names.filter((name) => name !== 'README').toSorted()).toEqual(expected.toSorted())
  })

  it('is a row of the table of alarms, with its severity', () => {
    const rows = [...textOf(`${pages}/README.md`).matchAll(/^\| \[(\w+)\]\((\S+)\) +\| (\w+) +\| .+ \|$/gm)]
    expect(rows.map(([, name, page, severity]) => ({ name, severity, page: `${pages}/${page}` }))).toEqual(ofKubernetes)
  })
})

/** A heading as GitHub makes its anchor. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

describe('a page of an operator', () => {
  it('links to pages and headings that exist', () => {
    const texts = new Map(
      globSync('docs/operating/**/*.md', { cwd: repositoryRoot }).map((path) => [path, textOf(path)]),
    )
    const broken = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([^)#:]*)(?:#([^)]+))?\)/g)].flatMap(([, link = '', anchor]) => {
        const target = link === '' ? path : join(dirname(path), link)
        if (!target.startsWith('docs/operating/')) return []
        const headings = texts.get(target)?.match(/(?<=^#+ ).+$/gm) ?? []
        const exists = headings.length > 0 && (anchor === undefined || headings.map(anchorOf).includes(anchor))
        return exists ? [] : [`${path}: ${link}#${anchor ?? ''}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('names commands that ./kismet has', () => {
    const texts = globSync('docs/operating/**/*.md', { cwd: repositoryRoot }).map(textOf)
    const named = texts.flatMap((text) =>
      [...text.matchAll(/\.\/kismet (?:--on \w+ )?([a-z-]+)/g)].map(([, name]) => name),
    )
    const known = [...textOf('kismet').matchAll(/^(?:run|check|operate)\|([a-z-]+)\|/gm)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('looks in logs for events that a service logs', () => {
    const texts = globSync('docs/operating/**/*.md', { cwd: repositoryRoot }).map(textOf)
    const events = texts.flatMap((text) =>
      [...text.matchAll(/\.\/kismet logs .*grep '([a-z-]+\.[a-z-]+)'/g)].map(([, event = '']) => event),
    )
    const known = sources()
    expect(events).not.toEqual([])
    expect(events.filter((event) => !known.some((text) => text.includes(`'${event}'`)))).toEqual([])
  })
})

describe('what alarms and autoscalers look at', () => {
  it('is measured by a service', () => {
    const files = ['monitoring/alarms.yaml', 'autoscaling.yaml'].map((name) => textOf(`deploy/k8s/base/${name}`))
    const lines = files.flatMap((text) => text.match(/\b(?:expr|metric): .*/g) ?? [])
    const looked = lines.flatMap(
      (line) => line.match(/\b(?:auth|wallet|audit|payments|aviator|game|facts|service|gateway)_[a-z_]+/g) ?? [],
    )
    const outcomes = lines.flatMap((line) =>
      [...line.matchAll(/\boutcome=~?"([\w|]+)"/g)].flatMap(([, names = '']) => names.split('|')),
    )
    const names = new Set(looked.map((name) => name.replace(/_(bucket|count)$/, '')))
    expect(names.size).toBeGreaterThan(8)
    const known = sources()
    // The gateway puts its own name before those of its metrics.
    const isMeasured = (name: string) =>
      known.some(
        (text) =>
          text.includes(`'${name}'`) ||
          (name.startsWith('gateway_') && text.includes(`named('${name.slice('gateway_'.length)}'`)),
      )
    expect([...names].filter((name) => !isMeasured(name))).toEqual([])
    expect(outcomes).not.toEqual([])
    expect(outcomes.filter((outcome) => !known.some((text) => text.includes(`'${outcome}'`)))).toEqual([])
  })
})
