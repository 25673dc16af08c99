import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { auditedServices } from '@kismet/contracts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { OperatorsMachine } from './stand-ins.ts'
import type { Reply } from './stand-ins.ts'

/** The commands of ./kismet that change much at once, against stand-ins. */
let machine: OperatorsMachine
beforeAll(async () => {
  machine = await OperatorsMachine.prepare()
})
afterAll(() => machine.remove())

const yes = { YES: '1' }
const cluster: Reply = { to: 'kubectl --namespace kismet get service postgres-primary', prints: 'postgres-2' }

describe('backup', () => {
  it('has compose copy PostgreSQL and MongoDB into one volume', async () => {
    const { code, stderr, calls } = await machine.run(['--on', 'compose', 'backup'], {}, [
      { to: 'docker compose exec --no-TTY mongodb', prints: 'an archive' },
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(calls).toEqual([
      'docker compose exec --no-TTY backup bash /etc/kismet/backup.sh copy',
      expect.stringMatching(/^docker compose exec --no-TTY mongodb bash -c .* - mongodump$/),
      "docker compose exec --no-TTY backup sh -c 'cat > /var/lib/postgresql/documents.part' <<< an archive",
      'docker compose exec --no-TTY backup mv /var/lib/postgresql/documents.part /var/lib/postgresql/documents.gz',
    ])
  })

  it('leaves the last copy of MongoDB as it is when the new one is incomplete', async () => {
    const { code, calls } = await machine.run(['--on', 'compose', 'backup'], {}, [
      { to: 'docker compose exec --no-TTY mongodb', prints: 'half', code: 1 },
    ])
    expect(code).toBe(1)
    expect(calls.filter((call) => call.includes(' mv '))).toEqual([])
  })

  it('creates a Backup on Kubernetes and waits until it is complete', async () => {
    const phase = { to: 'kubectl --namespace kismet get backup.postgresql.cnpg.io/postgres-2-', prints: 'completed' }
    const { code, calls } = await machine.run(['--on', 'kubernetes', 'backup'], {}, [cluster, phase])
    expect(code).toBe(0)
    const scheduled = await readFile(join(repositoryRoot, 'deploy/k8s/overlays/production/backups.yaml'), 'utf8')
    const manifest = calls.find((call) => call.startsWith('kubectl --namespace kismet create')) ?? ''
    for (const line of ['method: plugin', 'pluginConfiguration: { name: barman-cloud.cloudnative-pg.io }']) {
      expect(scheduled).toContain(line)
      expect(manifest).toContain(line)
    }
    expect(manifest).toContain('cluster: { name: postgres-2 }')
  })

  it('says why a Backup on Kubernetes failed', async () => {
    const failed = [{ to: 'kubectl --namespace kismet get backup.postgresql.cnpg.io/', prints: 'failed' }]
    const { code, stderr } = await machine.run(['--on', 'kubernetes', 'backup'], {}, [cluster, ...failed])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/The backup postgres-2-\d+ failed/) })
  })

  it('is refused for a local stack', async () => {
    const { code, stderr } = await machine.run(['--on', 'local', 'backup'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/backup is not available on local/) })
  })
})

describe('restart', () => {
  it.each([
    { states: 'running healthy\nrunning \n', code: 0, looks: 1 },
    { states: 'running unhealthy\n', code: 1, looks: 1 },
    { states: 'exited \n', code: 1, looks: 1 },
    { states: 'restarting \n', code: 1, looks: 151 },
  ])('ends with $code when the containers are $states', async ({ states, code, looks }) => {
    const done = await machine.run(['--on', 'compose', 'restart', 'wallet'], {}, [
      { to: 'docker compose ps --all', prints: states },
    ])
    expect(done.code).toBe(code)
    expect(done.calls.filter((call) => call.startsWith('docker compose ps'))).toHaveLength(looks)
  })
})

describe('restore', () => {
  const moment = '2026-11-23 10:00:00+05:30'
  const project = { to: 'docker compose config', prints: 'name: casino\nservices:\n' }
  const after = [
    'docker compose down',
    'docker compose config',
    'docker volume rm --force casino_redis',
    ...auditedServices.map((service) =>
      expect.stringMatching(`^docker compose run --rm --no-deps --no-TTY --entrypoint sh ${service} -c .*audit-heads`),
    ),
    'docker compose up --detach --wait --scale web=0 --scale admin-web=0',
    expect.stringMatching(/ledger.ts reconcile$/),
    expect.stringMatching(/rebuild.ts$/),
    'docker compose up --detach --wait',
  ]

  it('restores a moment, and lets players in when the ledger is clean', async () => {
    const { code, calls } = await machine.run(['--on', 'compose', 'restore', moment], yes, [project])
    expect(code).toBe(0)
    expect(calls.slice(0, 2)).toEqual(['docker compose down', `docker compose run --rm --no-deps restore '${moment}'`])
    expect(calls.slice(2)).toHaveLength(after.length)
    expect(calls.slice(2)).toEqual(expect.arrayContaining(after))
    expect(calls[2]).toBe('docker compose down')
    expect(calls.at(-1)).toBe('docker compose up --detach --wait')
  })

  it('asks before it changes anything', async () => {
    const { code, stderr, calls } = await machine.run(['--on', 'compose', 'restore'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/as of the last change\. .* is lost\./) })
    expect(calls).toEqual([])
  })

  it('changes nothing more when the database cannot be restored', async () => {
    const { code, stderr, calls } = await machine.run(['--on', 'compose', 'restore'], yes, [
      { to: 'docker compose run --rm --no-deps restore', code: 1 },
    ])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/not restored and Kismet is stopped/) })
    expect(calls).toHaveLength(2)
  })

  it('lets no player in when the ledger is broken, and says how to go on', async () => {
    const broken = { to: 'docker compose run --rm --no-deps --no-TTY --entrypoint node wallet', code: 1 }
    const { code, stderr, calls } = await machine.run(['--on', 'compose', 'restore'], yes, [project, broken])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('./kismet restore --continue') })
    expect(calls.at(-1)).toMatch(/reconcile/)
    const again = await machine.run(['--on', 'compose', 'restore', '--continue'], {}, [project])
    expect(again.code).toBe(0)
    expect(again.calls).toEqual(expect.arrayContaining(after))
    expect(again.calls).toHaveLength(after.length)
  })

  it('restores the messages of MongoDB', async () => {
    const archive = {
      to: 'docker compose exec --no-TTY backup cat /var/lib/postgresql/documents.gz',
      prints: 'an archive',
    }
    const { code, calls } = await machine.run(['--on', 'compose', 'restore', 'documents'], yes, [archive])
    expect(code).toBe(0)
    expect(calls.slice(1)).toEqual([
      expect.stringMatching(/ - mongorestore --drop <<< an archive$/),
      expect.stringMatching(/rebuild.ts$/),
    ])
  })

  it('names the page to follow on Kubernetes', async () => {
    const { code, stderr } = await machine.run(['--on', 'kubernetes', 'restore'], yes)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/docs\/operating\/backup-and-restore\.md/),
    })
  })
})

it('the export of a person asks each service for its rows, and makes one JSON of them', async () => {
  const id = '0190b2a0-0000-7000-8000-000000000001'
  const run = 'docker compose run --rm --no-deps --no-TTY --entrypoint node'
  const services = ['auth', 'wallet', 'payments', 'dice-slots', 'mines', 'aviator']
  const read = (service: string) => `${run} ${service} libs/service-kit/src/bin/export-person.ts ${service} ${id}`
  const support = `${run} support services/support/src/bin/export-person.ts ${id}`
  const { code, stdout, calls } = await machine.run(['--on', 'compose', 'export-person', 'asha@example.in'], {}, [
    { to: `${run} auth services/auth/src/bin/operator.ts`, prints: id },
    ...services.map((service) => ({ to: read(service), prints: '{}' })),
    { to: support, prints: '[]' },
  ])
  expect(code).toBe(0)
  const found = `${run} auth services/auth/src/bin/operator.ts export-person asha@example.in`
  expect(calls).toEqual([found, ...services.map(read), support])
  expect(JSON.parse(stdout)).toMatchObject({ playerId: id, payments: {}, support: [] })
})
