import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { auditedServices } from '@kismet/contracts'
import { startTimeOf } from '../src/stack-state.ts'
import { OperatorsMachine } from './stand-ins.ts'
import type { Reply } from './stand-ins.ts'

let machine: OperatorsMachine
beforeAll(async () => {
  machine = await OperatorsMachine.prepare()
})
afterAll(() => machine.remove())

const places = ['local', 'compose', 'kubernetes'] as const
type Place = (typeof places)[number]

/** A script of a service, as each place runs it. */
const script = (service: string, ...words: readonly string[]): Readonly<Record<Place, readonly string[]>> => {
  const said = words.join(' ')
  return {
    local: ['bootstrap.sh', `node deploy/local/src/bin/as-service.ts ${service} ${said}`],
    compose: [`docker compose run --rm --no-deps --no-TTY --entrypoint node ${service} ${said}`],
    kubernetes: [`kubectl --namespace kismet exec --stdin deploy/${service} -- node ${said}`],
  }
}
const stack = (program: string) => ['bootstrap.sh', `node deploy/local/src/bin/${program}`]

interface Case {
  readonly words: readonly string[]
  readonly calls: Readonly<Partial<Record<Place, readonly string[]>>>
}

const ledger = 'services/wallet/src/bin/ledger.ts'
const operator = 'services/auth/src/bin/operator.ts'
const cases: readonly Case[] = [
  {
    words: ['up'],
    calls: { local: ['bootstrap.sh servers', ...stack('up.ts')], compose: ['docker compose up --detach --wait'] },
  },
  {
    words: ['up', '--scale', 'wallet=2', '--scale=gateway=3'],
    calls: { compose: ['docker compose up --detach --wait --scale=wallet=2 --scale=gateway=3'] },
  },
  {
    words: ['down'],
    calls: {
      local: stack('down.ts'),
      compose: ['docker compose down'],
      kubernetes: ['kubectl --namespace kismet scale deploy --all --replicas=0'],
    },
  },
  {
    words: ['restart', 'wallet', 'redis'],
    calls: {
      local: stack('restart.ts wallet redis'),
      compose: [
        'docker compose restart wallet redis',
        "docker compose ps --all --format '{{.State}} {{.Health}}' wallet redis",
      ],
      kubernetes: [
        'kubectl --namespace kismet rollout restart deploy/wallet statefulset/redis statefulset/redis-s',
        ...['deploy/wallet', 'statefulset/redis', 'statefulset/redis-s'].map(
          (one) => `kubectl --namespace kismet rollout status ${one} --timeout=15m`,
        ),
      ],
    },
  },
  { words: ['demo'], calls: { local: stack('demo.ts') } },
  { words: ['reset'], calls: { local: stack('reset.ts') } },
  {
    words: ['logs', 'wallet'],
    calls: {
      local: [],
      compose: ['docker compose logs --no-color wallet'],
      kubernetes: [
        'kubectl --namespace kismet logs --selector app.kubernetes.io/name=wallet --tail=-1 --prefix --max-log-requests=50',
      ],
    },
  },
  {
    words: ['logs', 'wallet', '--follow'],
    calls: {
      local: ['tail -n +1 -F .local/log/wallet.log .local/log/wallet-2.log'],
      compose: ['docker compose logs --no-color --follow wallet'],
      kubernetes: [
        'kubectl --namespace kismet logs --selector app.kubernetes.io/name=wallet --tail=-1 --prefix --max-log-requests=50 --follow',
      ],
    },
  },
  { words: ['reconcile'], calls: script('wallet', ledger, 'reconcile') },
  { words: ['audit-verify', 'auth'], calls: script('auth', 'libs/service-kit/src/bin/audit-verify.ts', 'auth') },
  { words: ['config'], calls: { local: [], compose: [], kubernetes: [] } },
  { words: ['resume-booking'], calls: script('wallet', ledger, 'resume-booking') },
  {
    words: ['allow-pay-outs', 'a break of "Re 1"; $(rm -rf ~)'],
    calls: script('wallet', ledger, 'allow-pay-outs', `'a break of "Re 1"; $(rm -rf ~)'`),
  },
  { words: ['rebuild-analytics'], calls: script('analytics', 'services/analytics/src/bin/rebuild.ts') },
  { words: ['rotate-keys'], calls: script('auth', operator, 'rotate-keys') },
  { words: ['revoke-key'], calls: script('auth', operator, 'revoke-key') },
  { words: ['revoke-key', 'k1'], calls: script('auth', operator, 'revoke-key', 'k1') },
  { words: ['reseal'], calls: script('auth', operator, 'reseal') },
  { words: ['admin', 'disable', 'asha'], calls: script('auth', operator, 'disable', 'asha') },
  {
    words: ['secrets'],
    calls: {
      compose: ['docker compose run --rm --no-deps secrets'],
      kubernetes: stack('k8s-secrets.ts'),
    },
  },
  {
    words: ['secrets', 'renew', 'redis-password'],
    calls: { compose: ['docker compose run --rm --no-deps secrets renew redis-password'] },
  },
]

describe('./kismet', () => {
  beforeAll(async () => {
    await mkdir(join(machine.folder, '.local/log'), { recursive: true })
    await writeFile(join(machine.folder, '.local/log/wallet.log'), 'of one\n')
    await writeFile(join(machine.folder, '.local/log/wallet-2.log'), 'of two\n')
  })

  it.each(
    cases.flatMap(({ words, calls }) =>
      places.map((place) => ({ line: words.join(' '), words, place, calls: calls[place] })),
    ),
  )('$line on $place', async ({ words, place, calls }) => {
    const done = await machine.run(['--on', place, ...words], { YES: '1' })
    expect(done.calls).toEqual(calls ?? [])
    if (calls === undefined)
      expect(done).toMatchObject({ code: expect.any(Number), stderr: expect.stringMatching(/^kismet: .+\.\n$/) })
    expect(done.code === 0).toBe(calls !== undefined)
  })

  it('runs on every place with the names of services that have an audit log, and ends with the worst answer', async () => {
    const broken = { to: 'docker compose run --rm --no-deps --no-TTY --entrypoint node aviator', code: 2 }
    const { calls, code } = await machine.run(['--on', 'compose', 'audit-verify'], {}, [broken])
    expect(calls.map((call) => call.split(' ').at(-1)).sort()).toEqual([...auditedServices].sort())
    expect(code).toBe(2)
  })

  it('answers with the exit code of a command', async () => {
    const { code } = await machine.run(['--on=compose', 'reconcile'], {}, [{ to: 'docker compose run', code: 1 }])
    expect(code).toBe(1)
  })

  it('reads a password from the standard input, never from its words', async () => {
    const line = 'printf "a secret\\n" | ./kismet --on "$0" admin add asha owner'
    const asked = async (place: Place) => (await machine.run(['-c', line, place], {}, [], 'bash')).calls.at(-1)
    expect(await asked('local')).toContain(`${operator} add asha owner <<< a secret`)
    expect(await asked('compose')).toContain(`${operator} add asha owner <<< a secret`)
    expect(await asked('kubernetes')).toContain(`${operator} add asha owner <<< a secret`)
  })

  it('prints the stored log of every replica', async () => {
    expect((await machine.run(['--on', 'local', 'logs', 'wallet'])).stdout).toBe('of one\nof two\n')
  })
})

describe('where Kismet runs', () => {
  const running: Reply = { to: 'docker compose ps --quiet', prints: 'a1b2\n' }
  const isLocal = script('wallet', ledger, 'reconcile').local.at(-1)
  const isCompose = script('wallet', ledger, 'reconcile').compose.at(-1)
  const stackFile = () => join(machine.folder, '.local/run/stack.json')

  async function runLocally(startedAt = startTimeOf(process.pid)): Promise<void> {
    await mkdir(join(machine.folder, '.local/run'), { recursive: true })
    await writeFile(
      stackFile(),
      JSON.stringify({ supervisor: { pid: process.pid, startedAt }, processes: [] }, null, 2),
    )
  }
  afterEach(() => rm(stackFile(), { force: true }))

  it('is a local stack whose supervisor runs', async () => {
    await runLocally()
    expect((await machine.run(['reconcile'])).calls.at(-1)).toBe(isLocal)
  })

  it('is no local stack when another process has the id of its supervisor', async () => {
    await runLocally('1')
    expect(await machine.run(['reconcile'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/No Kismet runs here/),
    })
  })

  it('is docker compose when containers run', async () => {
    expect((await machine.run(['reconcile'], {}, [running])).calls.at(-1)).toBe(isCompose)
  })

  it('is docker compose when its containers are stopped and no other Kismet runs', async () => {
    const stopped = { ...running, to: 'docker compose ps --quiet --all' }
    expect((await machine.run(['reconcile'], {}, [stopped])).calls.at(-1)).toBe(isCompose)
    await runLocally()
    expect((await machine.run(['reconcile'], {}, [stopped])).calls.at(-1)).toBe(isLocal)
  })

  it('is docker compose when the clone has the file of an installation', async () => {
    await writeFile(join(machine.folder, '.env'), '')
    expect((await machine.run(['up'])).calls.at(-1)).toBe('docker compose up --detach --wait')
    await rm(join(machine.folder, '.env'))
  })

  it.each([
    {
      what: 'both run',
      replies: [running],
      local: true,
      said: /local stack and containers of docker compose run here/,
    },
    { what: 'neither runs', replies: [], local: false, said: /No Kismet runs here\. Say where: \.\/kismet --on/ },
    { what: 'Docker does not answer', replies: [{ ...running, prints: '', code: 1 }], local: false, said: /No Kismet/ },
  ])('is asked for when $what', async ({ replies, local, said }) => {
    if (local) await runLocally()
    const { code, stderr, calls } = await machine.run(['reconcile'], {}, replies)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(said) })
    expect(calls.filter((call) => !call.startsWith('docker compose ps'))).toEqual([])
  })

  it('is what KISMET_ON says, and what --on says before that', async () => {
    const kubernetes = { KISMET_ON: 'kubernetes', KISMET_NAMESPACE: 'casino' }
    const [call] = (await machine.run(['reconcile'], kubernetes)).calls
    expect(call).toMatch(/^kubectl --namespace casino exec/)
    expect((await machine.run(['reconcile', '--on', 'compose'], kubernetes)).calls).toEqual([isCompose])
  })
})

describe('words that ./kismet refuses', () => {
  it.each([
    { words: ['frob'], said: /no command frob/ },
    { words: ['up|down'], said: /no command/ },
    { words: ['--on', 'mars', 'status'], said: /'mars' is no place/ },
    { words: ['status', '--on'], said: /--on needs/ },
    { words: ['status', 'now'], said: /status takes no arguments/ },
    { words: ['up', '--build'], said: /up does not take --build/ },
    { words: ['up', '--scale', 'wallet'], said: /--scale needs SERVICE=N/ },
    { words: ['restart'], said: /restart needs a service/ },
    { words: ['restart', '--all'], said: /not the name of a service/ },
    { words: ['logs'], said: /logs needs a service/ },
    { words: ['logs', '../auth'], said: /not the name of a service/ },
    { words: ['logs', 'auth', '--since'], said: /logs does not take --since/ },
    { words: ['audit-verify', 'mines'], said: /'mines' has no audit log/ },
    { words: ['allow-pay-outs'], said: /one REASON in quotes/ },
    { words: ['allow-pay-outs', 'a', 'break'], said: /one REASON in quotes/ },
    { words: ['rebuild-bets'], said: /needs a service/ },
    { words: ['rebuild-bets', 'wallet'], said: /SERVICE is mines or dice-slots/ },
    { words: ['revoke-key', 'a', 'b'], said: /takes one key/ },
    { words: ['admin'], said: /admin needs an action/ },
    { words: ['admin', 'remove', 'asha'], said: /admin needs an action/ },
    { words: ['admin', 'add'], said: /admin add needs a NAME and a ROLE/ },
    { words: ['admin', 'disable', 'asha', 'owner'], said: /admin disable needs a NAME\./ },
    { words: ['secrets', 'renew'], said: /renew NAME/ },
    { words: ['restore', 'yesterdayish'], said: /'yesterdayish' is not a moment/ },
    { words: ['restore', '2026-11-23', '10:00'], said: /one MOMENT in quotes/ },
    { words: ['help', 'frob'], said: /no command frob/ },
  ])('$words', async ({ words, said }) => {
    const done = await machine.run(words, { KISMET_ON: 'compose', YES: '1' })
    expect(done).toMatchObject({ code: 2, stderr: expect.stringMatching(said), calls: [] })
  })
})

describe('status', () => {
  it('prints one line for each container, with the checks that fail', async () => {
    const containers =
      'setup|kismet-setup-1|exited||0\nwallet|kismet-wallet-1|running|healthy|0\nauth|kismet-auth-1|running|unhealthy|0\n'
    const replies = [
      { to: 'docker compose ps --all --format', prints: containers },
      { to: 'docker exec kismet-auth-1', prints: '{"ready":false,"checks":{"bus":true,"redis":false,"open":true}}' },
    ]
    const { code, stdout } = await machine.run(['--on', 'compose', 'status'], {}, replies)
    expect(stdout.replaceAll(/ +/g, ' ')).toBe(
      'setup kismet-setup-1 exited\nwallet kismet-wallet-1 healthy\nauth kismet-auth-1 unhealthy: redis\n',
    )
    expect(code).toBe(1)
    expect(
      (
        await machine.run(['--on', 'compose', 'status'], {}, [
          { to: 'docker', prints: containers.split('auth|')[0] ?? '' },
        ])
      ).code,
    ).toBe(0)
  })

  it.each([
    { place: 'compose', to: 'docker compose ps', code: 1 },
    { place: 'compose', to: 'docker compose ps', code: 0 },
    { place: 'kubernetes', to: 'kubectl', code: 1 },
    { place: 'kubernetes', to: 'kubectl', code: 0 },
  ])('ends with 2 when $place answers no list, with code $code', async ({ place, to, code }) => {
    expect((await machine.run(['--on', place, 'status'], {}, [{ to, code, prints: '' }])).code).toBe(2)
  })

  it('ends with 1 when a Deployment is scaled to 0', async () => {
    const replies = [{ to: 'kubectl --namespace kismet get deploy', prints: 'wallet|0|0\n' }]
    expect((await machine.run(['--on', 'kubernetes', 'status'], {}, replies)).code).toBe(1)
  })

  it('prints one line for each Deployment, with the pods that are not ready', async () => {
    const replies = [
      { to: 'kubectl --namespace kismet get deploy', prints: 'auth|2|2\nmines|1|2\nsupport||1\n' },
      {
        to: 'kubectl --namespace kismet get pods --selector app.kubernetes.io/name=mines',
        prints: 'mines-a|True\nmines-b|False\n',
      },
      {
        to: 'kubectl --namespace kismet exec mines-b',
        prints: '{"ready":false,"checks":{"leader":false,"database":false}}',
      },
    ]
    const { code, stdout } = await machine.run(['--on', 'kubernetes', 'status'], {}, replies)
    expect(stdout.replaceAll(/ +/g, ' ')).toBe(
      'auth 2 of 2 ready\nmines 1 of 2 ready\n mines-b: leader database\nsupport 0 of 1 ready\n',
    )
    expect(code).toBe(1)
  })
})
