import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installDebianPackage } from '@kismet/real-servers/debian'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { freePort } from '@kismet/real-servers/ports'
import { findOnPath, runProgram } from '@kismet/real-servers/program'
import { StackError } from '@kismet/real-servers/stack-error'
import { eventually } from '@kismet/test-env/eventually'
import { Api } from './api.ts'
import { cacheFolder } from './schemas.ts'

type Report = (line: string) => void

const release = '1.35.4'
const buildWithinMs = 3_600_000
const readyWithinMs = 180_000

/** The path of a program of Kubernetes. Builds a missing one outside of the clone, which takes six minutes on two processors. @throws StackError */
async function provideKubernetes(name: string, report: Report): Promise<string> {
  const output = join(cacheFolder, `kubernetes-${release}`, name)
  const isThere = await access(output).then(
    () => true,
    () => false,
  )
  if (isThere) return output
  report(`building ${name} ${release}`)
  const module = join(repositoryRoot, 'libs/real-servers/kubernetes')
  const script = join(repositoryRoot, 'libs/real-servers/build-go.sh')
  const { code, stderr } = await runProgram('bash', [script, module, `k8s.io/kubernetes/cmd/${name}`, output], {
    timeoutMs: buildWithinMs,
  })
  if (code !== 0)
    throw new StackError(
      `${name} could not be built (${stderr.trim().split('\n').at(-1) ?? ''}): look at Go and the network.`,
    )
  return output
}

/** The path of etcd: one on the PATH, else Debian's. @throws StackError */
async function provideEtcd(report: Report): Promise<string> {
  const found = await findOnPath('etcd')
  if (found !== undefined) return found
  report('installing etcd')
  const failure = await installDebianPackage('etcd-server')
  const installed = await findOnPath('etcd')
  if (installed === undefined)
    throw new StackError(`etcd is missing (${failure ?? 'the package has no such program'}): install it.`)
  return installed
}

/** A control plane of Kubernetes on 127.0.0.1: etcd and the API server. What it holds is gone with it. */
export class ControlPlane {
  readonly api: Api
  readonly #folder: string
  readonly #processes: readonly ChildProcess[]

  private constructor(api: Api, folder: string, processes: readonly ChildProcess[]) {
    this.api = api
    this.#folder = folder
    this.#processes = processes
  }

  /** Starts an empty one. @throws Error when it is not ready within three minutes */
  static async start(report: Report): Promise<ControlPlane> {
    const [etcd, apiServer] = [await provideEtcd(report), await provideKubernetes('kube-apiserver', report)]
    const folder = await mkdtemp(join(tmpdir(), 'kismet-kubernetes-'))
    const [client, peer, port] = [await freePort(), await freePort(), await freePort()]
    const token = randomBytes(32).toString('hex')
    await writeFile(join(folder, 'tokens.csv'), `${token},tester,1,system:masters\n`, { mode: 0o600 })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    await writeFile(join(folder, 'accounts.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    const [store, between] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
    const processes = [
      await run(folder, etcd, etcdArguments(join(folder, 'etcd'), store, between)),
      await run(folder, apiServer, apiServerArguments(folder, store, port)),
    ]
    const api = new Api(port, token, join(folder, 'certificates/apiserver.crt'))
    const plane = new ControlPlane(api, folder, processes)
    try {
      await eventually(`the API server is ready (its log: ${folder})`, () => isReady(api), readyWithinMs)
      return plane
    } catch (error) {
      await plane.#end()
      throw error
    }
  }

  async stop(): Promise<void> {
    await this.#end()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #end(): Promise<void> {
    // The API server first: it tries for a while to reach an etcd that is gone.
    for (const child of this.#processes.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
}

const lookEveryMs = 250

async function isReady(api: Api): Promise<boolean> {
  const ready = await api.isReady()
  if (!ready) await delay(lookEveryMs)
  return ready
}

async function run(folder: string, file: string, args: readonly string[]): Promise<ChildProcess> {
  await mkdir(join(folder, 'log'), { recursive: true })
  const log = await open(join(folder, 'log', file.split('/').at(-1) ?? ''), 'a')
  try {
    const child = spawn(file, args, { cwd: folder, stdio: ['ignore', log.fd, log.fd] })
    await once(child, 'spawn')
    return child
  } finally {
    await log.close()
  }
}

/** Without fsync, because the data is thrown away. */
function etcdArguments(dataFolder: string, store: string, peers: string): string[] {
  return [
    `--data-dir=${dataFolder}`,
    '--unsafe-no-fsync',
    `--listen-client-urls=${store}`,
    `--advertise-client-urls=${store}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
  ]
}

function apiServerArguments(folder: string, store: string, port: number): string[] {
  const key = join(folder, 'accounts.key')
  return [
    `--etcd-servers=${store}`,
    '--bind-address=127.0.0.1',
    // This server has no cluster, and the reconciler refuses a loopback address.
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    // Debian's etcd is too old to tell a cache how far it has come.
    '--watch-cache=false',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certificates')}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    // Service accounts need the controller manager, which does not run here.
    '--disable-admission-plugins=ServiceAccount',
  ]
}
