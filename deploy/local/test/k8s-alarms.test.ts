import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'

const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

describe('an alarm', () => {
  it('leads to a row of the table of alarms, and every row is of an alarm', () => {
    const rules = ['alarms', 'store-alarms'].map((name) => textOf(`deploy/k8s/base/monitoring/${name}.yaml`)).join('')
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    const runbooks = [...rules.matchAll(/runbook_url: (\S+)/g)].map(([, url]) => url)
    expect(runbooks).toEqual(names.map((name) => `docs/operations.md#${name.toLowerCase()}`))
    const rows = [...textOf('docs/operations.md').matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` \| .+ \| .+ \|$/gm)]
    expect(rows.map(([, id, name]) => ({ id, name })).toSorted(byName)).toEqual(
      names.map((name) => ({ id: name.toLowerCase(), name })).toSorted(byName),
    )
  })
})

const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }): number =>
  String(a.name).localeCompare(String(b.name))

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
    const sources = globSync('{services/*,libs/*,gateway}/src/**/*.ts', { cwd: repositoryRoot }).map(textOf)
    // The gateway puts its own name before those of its metrics.
    const isMeasured = (name: string) =>
      sources.some(
        (text) =>
          text.includes(`'${name}'`) ||
          (name.startsWith('gateway_') && text.includes(`named('${name.slice('gateway_'.length)}'`)),
      )
    expect([...names].filter((name) => !isMeasured(name))).toEqual([])
    expect(outcomes).not.toEqual([])
    expect(outcomes.filter((outcome) => !sources.some((text) => text.includes(`'${outcome}'`)))).toEqual([])
  })
})
