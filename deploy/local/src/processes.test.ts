import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { serviceNames } from '@kismet/contracts'
import { Secrets } from './kept-files.ts'
import { localDirAt } from '@kismet/real-servers/local-dir'
import { baseEnvironment, edgeProcesses, serviceProcesses, type StackPlan } from './processes.ts'
import { serviceTable } from './service-table.ts'
import { readSettings } from './settings.ts'

let folder = ''
let secrets: Secrets
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-processes-'))
  secrets = await Secrets.open(localDirAt(folder))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

function planOf(env: Record<string, string> = {}): StackPlan {
  const names: string[] = []
  return {
    settings: readSettings({ LOCAL_DIR: folder, ...env }),
    secrets,
    admin: { username: 'owner', password: 'a-password', isNew: true },
    portOf: (name) => 40_000 + (names.includes(name) ? names.indexOf(name) : names.push(name) - 1),
    postgresUrl: 'postgres://postgres:root@127.0.0.1:5432/postgres',
    natsUrl: (service) => `nats://${service}:secret@127.0.0.1:4222`,
    mongodbUrl: 'mongodb://documents:secret@127.0.0.1:27017/?authMechanism=PLAIN',
    redisUrl: 'redis://:secret@127.0.0.1:6379',
    smtpUrl: 'smtp://127.0.0.1:1025',
    proxyAddress: '127.0.0.2',
  }
}

describe('the services of a stack', () => {
  it('are those of the contracts', () => {
    expect(serviceTable.map((row) => row.name).toSorted()).toEqual([...serviceNames].toSorted())
  })

  it('know the proxies in front of the gateway by an address that no client has', () => {
    const plan = planOf({ REPLICAS_GATEWAY: '2' })
    const gateways = serviceProcesses(plan).filter(({ name }) => name.startsWith('gateway'))
    expect(gateways.map(({ env }) => env.TRUSTED_PROXIES)).toEqual(['127.0.0.2', '127.0.0.2'])
    expect(edgeProcesses(plan).map(({ env }) => env.PROXY_ADDRESS)).toEqual(['127.0.0.2', '127.0.0.2', '127.0.0.2'])
  })

  it('log in to the database and the bus as themselves', () => {
    const wallet = serviceProcesses(planOf()).find((one) => one.name === 'wallet')
    expect(wallet?.env.DATABASE_URL).toBe(`postgres://wallet:${secrets.get('postgres.wallet')}@127.0.0.1:5432/kismet`)
    expect(wallet?.env.NATS_URL).toBe('nats://wallet:secret@127.0.0.1:4222')
  })

  it('know the gateway by a key that each has for itself', () => {
    const [payments, analytics, gateway] = ['payments', 'analytics', 'gateway'].map((name) =>
      serviceProcesses(planOf()).find((one) => one.name === name),
    )
    expect(payments?.env.STREAM_KEY).toBe(gateway?.env.PAYMENTS_STREAM_KEY)
    expect(analytics?.env.STREAM_KEY).toBe(gateway?.env.ANALYTICS_STREAM_KEY)
    expect(payments?.env.STREAM_KEY).not.toBe(analytics?.env.STREAM_KEY)
  })

  it.each<[string, readonly string[]]>([
    ['ADMIN_PASSWORD', ['auth']],
    ['AUTH_SECRET', ['auth']],
    ['PUSH_SECRET', ['auth']],
    ['SEED_SECRETS', ['dice-slots', 'mines']],
    ['CHAIN_SECRETS', ['aviator']],
    ['AUDIT_KEY', ['auth', 'aviator', 'payments', 'wallet']],
    ['AUDIT_HEADS_DIR', ['auth', 'aviator', 'payments', 'wallet']],
    ['SMTP_URL', ['auth']],
    ['REDIS_URL', ['auth', 'gateway']],
    ['DATABASE_URL', ['auth', 'aviator', 'dice-slots', 'mines', 'payments', 'wallet']],
    ['MONGODB_URL', ['analytics', 'support']],
    ['PAYMENTS_URL', ['gateway']],
    ['ANALYTICS_URL', ['gateway']],
    ['STREAM_KEY', ['analytics', 'payments']],
    ['PAYMENTS_STREAM_KEY', ['gateway']],
    ['ANALYTICS_STREAM_KEY', ['gateway']],
    ['LOCAL_DIR', ['analytics', 'auth', 'aviator', 'dice-slots', 'gateway', 'mines', 'payments', 'support', 'wallet']],
  ])('%s is told to %j alone', (variable, told) => {
    const processes = serviceProcesses(planOf())
    expect(
      processes
        .filter((one) => one.env[variable] !== undefined)
        .map((one) => one.name)
        .toSorted(),
    ).toEqual(told)
  })

  it('are one gateway at its address, or several behind a balancer', () => {
    expect(edgeProcesses(planOf()).map((one) => one.name)).toEqual(['web', 'admin-web'])
    const plan = planOf({ REPLICAS_GATEWAY: '2' })
    expect(serviceProcesses(plan).map((one) => one.name)).toEqual(expect.arrayContaining(['gateway-1', 'gateway-2']))
    const balancer = edgeProcesses(plan).find((one) => one.name === 'gateway-balancer')
    expect(balancer?.port).toBe(8080)
    expect(balancer?.env.TARGETS?.split(',')).toHaveLength(2)
  })

  it.each(serviceNames)('are one %s, or several', (name) => {
    const names = (env: Record<string, string>) => serviceProcesses(planOf(env)).map((one) => one.name)
    const two = names({ [`REPLICAS_${name.toUpperCase().replaceAll('-', '_')}`]: '2' })
    expect(names({})).toContain(name)
    expect(two).toEqual(expect.arrayContaining([`${name}-1`, `${name}-2`]))
    expect(two).not.toContain(name)
  })

  it('are found by the gateway wherever each of them is', () => {
    const processes = serviceProcesses(planOf({ REPLICAS_PAYMENTS: '2' }))
    const urls = ['payments-1', 'payments-2'].map((name) => processes.find((one) => one.name === name)?.port)
    const gateway = processes.find(({ name }) => name === 'gateway')
    expect(gateway?.env.PAYMENTS_URL).toBe(urls.map((port) => `http://127.0.0.1:${String(port)}`).join(','))
  })

  it('are seen to leave where another one takes their place, and end at once where none does', () => {
    const delays = serviceProcesses(planOf({ REPLICAS_GATEWAY: '2' })).map(({ name, env }) => [
      name,
      env.DRAIN_DELAY_MS ?? 'none',
    ])
    expect(Object.fromEntries(delays)).toMatchObject({ 'gateway-1': '1500', 'gateway-2': '1500', payments: 'none' })
  })
})

describe('the service that a developer watches', () => {
  it('restarts on a change and listens for a debugger; the others do not', () => {
    const watching = serviceProcesses(planOf({ WATCH: 'mines' })).filter(({ args }) => args.includes('--watch'))
    expect(watching.map(({ name }) => name)).toEqual(['mines'])
    expect(watching[0]?.args).toContain('--inspect=127.0.0.1:9229')
  })
})

describe('baseEnvironment', () => {
  it('passes on what belongs to nobody else', () => {
    const environment = baseEnvironment(readSettings({ LOCAL_DIR: folder }), {
      PATH: '/bin',
      SUPPORT_EMAIL: 'help@example.in',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: 'secret-password',
      POSTGRES_URL: 'postgres://postgres:secret@10.0.0.1/x',
      DATABASE_URL: 'postgres://old',
      MONGODB_URL: 'mongodb://old',
      MAKEFLAGS: 'w',
      npm_config_cache: '/x',
      NODE_OPTIONS: '--inspect',
      WEB_PORT: '3000',
      EMPTY: '',
    })
    expect(environment).toEqual({
      PATH: '/bin',
      SUPPORT_EMAIL: 'help@example.in',
      LOG_LEVEL: 'warn',
      LOCAL_DIR: folder,
      NODE_ENV: 'production',
      CASINO_MODE: 'play',
      RATE_LIMIT_FACTOR: '1',
    })
  })
})
