import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { faultsOfModel } from './faults.ts'
import { readModel } from './model.ts'
import type { Model } from './model.ts'
import { makeSecrets } from './secrets.ts'

async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).toSorted()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

let model: Model
let secrets: Map<string, string>
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-secrets-'))
  await makeSecrets(folder)
  secrets = await filesOf(folder)
  model = await readModel()
}, 300_000)
afterAll(() => rm(folder, { recursive: true }))

describe('the compose file', () => {
  it('gives every service what it reads and nothing else', () => {
    expect(faultsOfModel(model, secrets)).toEqual([])
  })

  it.each<{ what: string; change: (changed: Model) => void; fault: RegExp }>([
    {
      what: 'a variable that a service does not read',
      change: ({ services }) => Object.assign(services.wallet?.environment ?? {}, { SPEED: '2' }),
      fault: /^wallet does not read SPEED$/,
    },
    {
      what: 'a variable that is missing',
      change: ({ services }) => Reflect.deleteProperty(services.mines?.environment ?? {}, 'NATS_URL_FILE'),
      fault: /^mines: .*NATS_URL/s,
    },
    {
      what: 'a secret that a service is not shown',
      change: ({ services }) => services.auth?.secrets.splice(0, 1),
      fault: /^auth: .*\/run\/secrets\/nats-url is no secret of it/,
    },
    {
      what: 'a secret of another kind',
      change: ({ services }) => Object.assign(services.support?.secrets[1] ?? {}, { source: 'auth-audit-key' }),
      fault: /^support: .*MONGODB_URL: must be a mongodb URL/s,
    },
    {
      what: 'a set-up that makes another password than the service has',
      change: ({ services }) => Object.assign(services.payments?.secrets[1] ?? {}, { source: 'wallet-database-url' }),
      fault: /^setup: PAYMENTS_DATABASE_URL is not what payments is given$/,
    },
    {
      what: 'a database beside nginx',
      change: ({ services }) => Object.assign(services.postgres?.networks ?? {}, { edge: null }),
      fault: /^edge: has .*postgres/,
    },
    {
      what: 'a gateway that takes calls of every service',
      change: ({ services }) => Reflect.deleteProperty(services.gateway?.environment ?? {}, 'ONLY_FROM'),
      fault: /^gateway: takes connections from everywhere, not from 10\.89\.77\.128\/25 alone$/,
    },
    {
      what: 'a gateway that takes calls of the networks of services',
      change: ({ services }) => Object.assign(services.gateway?.environment ?? {}, { ONLY_FROM: 'uniquelocal' }),
      fault: /^gateway: takes connections from uniquelocal, not from 10\.89\.77\.128\/25 alone$/,
    },
    {
      what: 'somebody who can silence alarms',
      change: ({ services }) => Object.assign(services.auth?.networks ?? {}, { alarms: null }),
      fault: /^alarms: has alertmanager, auth, prometheus on it$/,
    },
    {
      what: 'a way out for the wallet',
      change: ({ services }) => Object.assign(services.wallet?.networks ?? {}, { outside: null }),
      fault: /^wallet: has a way out by outside$/,
    },
    {
      what: 'a container without a limit',
      change: ({ services }) => Reflect.deleteProperty(services.redis ?? {}, 'pids_limit'),
      fault: /^redis: has no pids_limit$/,
    },
    {
      what: 'a key of another service',
      change: ({ services }) =>
        Object.assign(services.wallet?.secrets.find(({ target }) => target.endsWith('audit-key')) ?? {}, {
          source: 'auth-audit-key',
        }),
      fault: /^auth-audit-key is shown to auth, wallet$/,
    },
    {
      what: 'a volume of another service',
      change: ({ services }) => Object.assign(services.payments?.volumes[0] ?? {}, { source: 'audit-heads-wallet' }),
      fault: /^audit-heads-wallet is shown to wallet, payments$/,
    },
    {
      what: 'more rights than none',
      change: ({ services }) => services.mines?.cap_add.push('NET_ADMIN'),
      fault: /^mines: has no cap_drop: \[ALL\]$/,
    },
    {
      what: 'fewer connections than its roles may take',
      change: ({ services }) =>
        Object.assign(services.postgres ?? {}, { command: ['postgres', '--max_connections=300'] }),
      fault: /^postgres: has 300 connections, and its roles may take 660$/,
    },
    {
      what: 'a service that is started as another',
      change: ({ services }) => Object.assign(services.mines ?? {}, { command: ['services/wallet'] }),
      fault: /^mines: is started as services\/wallet, not as services\/mines$/,
    },
    {
      what: 'a service that is killed while an upload goes on',
      change: ({ services }) => Object.assign(services.payments ?? {}, { stop_grace_period: '20s' }),
      fault: /^payments: is killed after 20 s, and may take 135 s to end$/,
    },
    {
      what: 'a service that is killed before it has answered',
      change: ({ services }) => Reflect.deleteProperty(services.wallet ?? {}, 'stop_grace_period'),
      fault: /^wallet: is killed after 10 s, and may take 15 s to end$/,
    },
    {
      what: 'files that payments opens itself',
      change: ({ services }) => Reflect.deleteProperty(services.payments?.environment ?? {}, 'PICTURES_URL'),
      fault: /^payments needs PICTURES_URL in a container$/,
    },
    {
      what: 'a secret where files of strangers are opened',
      change: ({ services }) => services.pictures?.secrets.push({ source: 'audit-key', target: 'audit-key' }),
      fault: /^pictures: is shown secrets$/,
    },
    {
      what: 'a volume where files of strangers are opened',
      change: ({ services }) => services.pictures?.volumes.push({ type: 'volume', source: 'audit-heads-wallet' }),
      fault: /^pictures: has volumes$/,
    },
    {
      what: 'a variable where files of strangers are opened',
      change: ({ services }) => Object.assign(services.pictures?.environment ?? {}, { NATS_URL: 'nats://nats' }),
      fault: /^pictures does not read NATS_URL$/,
    },
    {
      what: 'the bus beside what opens files of strangers',
      change: ({ services }) => Object.assign(services.pictures?.networks ?? {}, { inside: null }),
      fault: /^pictures: shares inside with .*nats/,
    },
    {
      what: 'another service beside what opens files of strangers',
      change: ({ services }) => Object.assign(services.wallet?.networks ?? {}, { pictures: null }),
      fault: /^pictures: shares pictures with payments, wallet$/,
    },
    {
      what: 'a way out for what opens files of strangers',
      change: ({ networks }) => Object.assign(networks.pictures ?? {}, { internal: false }),
      fault: /^pictures: has a way out by pictures$/,
    },
    {
      what: 'payments in place of what opens files',
      change: ({ services }) => Object.assign(services.pictures ?? {}, { entrypoint: null }),
      fault: /^pictures: is started as nothing/,
    },
    {
      what: 'nothing that opens files',
      change: ({ services }) => Reflect.deleteProperty(services, 'pictures'),
      fault: /^there is no service pictures$/,
    },
    {
      what: 'a secret that no command makes',
      change: ({ secrets: named }) => Object.assign(named, { other: { file: 'secrets/other' } }),
      fault: /^no command makes the secret other$/,
    },
  ])('is found wrong with $what', ({ change, fault }) => {
    const changed = structuredClone(model)
    change(changed)
    expect(faultsOfModel(changed, secrets)).toContainEqual(expect.stringMatching(fault))
  })
})
