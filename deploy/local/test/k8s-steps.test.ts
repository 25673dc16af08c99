import { describe, expect, it } from '@jest/globals'
import { Manifest } from '../src/k8s/manifests.ts'
import { selects } from '../src/k8s/selectors.ts'
import { selectorOf, stepFaults } from '../src/k8s/steps.ts'

const component = 'app.kubernetes.io/component'
const one = (kind: string, name: string, labels: Record<string, string>): Manifest =>
  Manifest.parse({ apiVersion: 'v1', kind, metadata: { name, labels } })
const all = [
  one('Deployment', 'wallet', { [component]: 'service' }),
  one('Deployment', 'pictures', { [component]: 'pictures' }),
  one('Job', 'migrate', { [component]: 'migration' }),
  one('ExternalSecret', 'nats-users', { [component]: 'bus' }),
  one('Cluster', 'postgres', {}),
]
const pages = (restored: string, back: string) =>
  new Map([
    ['backup-and-restore.md', `kubectl apply -k deploy/k8s/overlays/mine --server-side \\\n  -l '${restored}'\n`],
    ['upgrade.md', `kubectl apply -l app.kubernetes.io/component=bus\nkubectl apply -l '${back}'\n`],
  ])

it.each([
  { text: `${component}=bus`, chosen: ['nats-users'] },
  { text: `${component}!=service`, chosen: ['pictures', 'migrate', 'nats-users', 'postgres'] },
  { text: `${component} in (bus,service)`, chosen: ['wallet', 'nats-users'] },
  { text: `${component} notin (bus, service),${component}!=pictures`, chosen: ['migrate', 'postgres'] },
])('-l $text chooses $chosen', ({ text, chosen }) => {
  const selector = selectorOf(text)
  expect(all.filter(({ metadata }) => selects(selector, metadata.labels)).map(({ metadata }) => metadata.name)).toEqual(
    chosen,
  )
})

describe('the steps of an operator', () => {
  it('leave alone what they have to', () => {
    const right = pages(`${component} notin (service,app,migration,pictures)`, `${component} notin (migration,bus)`)
    expect(stepFaults(right, all)).toEqual([])
  })

  it('start nothing that was stopped, and take no user of the bus away', () => {
    const wrong = pages(`${component} notin (service,app,migration)`, `${component} notin (migration)`)
    expect(stepFaults(wrong, all)).toEqual([
      'backup-and-restore.md: the step "restore a backup" applies Deployment pictures',
      'upgrade.md: the step "go back" applies ExternalSecret nats-users',
    ])
  })

  it('are found on their pages', () => {
    expect(stepFaults(new Map(), all)).toEqual([
      'backup-and-restore.md has no selector for the step "restore a backup"',
      'upgrade.md has no selector for the step "go back"',
    ])
  })
})
