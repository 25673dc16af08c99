import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { serviceNames } from '@kismet/contracts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'

const folder = join(repositoryRoot, 'deploy/docker/monitoring')
const rulesOfKubernetes = join(repositoryRoot, 'deploy/k8s/base/monitoring/alarms.yaml')
const read = (name: string) => readFile(join(folder, name), 'utf8')

describe('the monitoring of compose', () => {
  it('has the rules of Kubernetes, all of them, as Prometheus reads them', async () => {
    const script = await read('start-prometheus.sh')
    const [, edits = ''] = /^sed (.+) \/etc\/kismet\/alarms\.yaml >/m.exec(script) ?? []
    const { stdout } = await runProgram('sh', ['-c', `sed ${edits} "$1"`, 'sh', rulesOfKubernetes], {
      timeoutMs: 5_000,
    })
    expect(stdout).toMatch(/^groups:\n {2}- name: /)
    const alarms = (text: string) => text.match(/- alert: \w+/g) ?? []
    expect(alarms(stdout)).toEqual(alarms(await readFile(rulesOfKubernetes, 'utf8')))
    expect(alarms(stdout)).not.toEqual([])
  })

  it('asks every service for its numbers, and knows how many they are', async () => {
    const asked = [...(await read('prometheus.yml')).matchAll(/names: \[(.+)\]/g)].flatMap(([, names = '']) =>
      names.split(', '),
    )
    expect(asked.toSorted()).toEqual([...serviceNames].toSorted())
    expect(await read('alarms.yaml')).toContain(`or vector(0)) < ${serviceNames.length}`)
  })
})
