import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'
import { appTable } from '../processes.ts'
import { serviceTable } from '../service-table.ts'
import type { Engine } from './engine.ts'
import type { Installation } from './installation.ts'

/** An image of ours: its Dockerfile, the argument that says whose base it stands on, and which app it is. */
interface Image {
  readonly name: string
  readonly dockerfile: string
  readonly base: string
  readonly app?: string
}

const images: readonly Image[] = [
  { name: 'kismet/service', dockerfile: 'service', base: 'NODE_IMAGE' },
  ...appTable.map(({ name }) => ({ name: `kismet/${name}`, dockerfile: 'app', base: 'NGINX_IMAGE', app: name })),
]
const mega = 1_000_000
const startsWithinMs = 120_000
const lookEveryMs = 200
/** What a service logs when it takes calls. */
const Line = z.object({ time: z.iso.datetime() })

const fileOf = (dockerfile: string) => join(repositoryRoot, 'deploy/docker', `${dockerfile}.Dockerfile`)

/** What a Dockerfile stands on, by the name of its argument. */
async function basesOf(dockerfile: string): Promise<Map<string, string>> {
  const text = await readFile(fileOf(dockerfile), 'utf8')
  return new Map([...text.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, name = '', image = '']) => [name, image]))
}

/** The images that the Dockerfiles stand on. */
export async function baseImages(): Promise<string[]> {
  const bases = await Promise.all(['service', 'app'].map(basesOf))
  return [...new Set(bases.flatMap((one) => [...one.values()]))]
}

/** Builds our images with a tag. */
export async function buildImages(engine: Engine, tag: string, report: (line: string) => void): Promise<void> {
  for (const { name, dockerfile, app } of images) {
    report(`building ${name}`)
    const args = app === undefined ? [] : [`--build-arg=APP=${app}`]
    const network = engine.isOurs ? ['--network=host'] : []
    const file = `--file=${fileOf(dockerfile)}`
    await engine.docker('build', '--quiet', ...network, file, ...args, `--tag=${name}:${tag}`, repositoryRoot)
  }
}

/** How large our images are over their bases, in MB by name. */
export async function sizesOf(engine: Engine, tag: string): Promise<Map<string, number>> {
  const bytes = async (image: string) => Number(await engine.docker('image', 'inspect', '--format={{.Size}}', image))
  const sizes = images.map(async ({ name, dockerfile, base }): Promise<[string, number]> => {
    const below = (await basesOf(dockerfile)).get(base) ?? ''
    return [name, ((await bytes(`${name}:${tag}`)) - (await bytes(below))) / mega]
  })
  return new Map(await Promise.all(sizes))
}

/** How long each service takes from the start of its container until it takes calls, in ms by name. Each is restarted alone: at the first start all of them share the processors. */
export async function startTimesOf(engine: Engine, installation: Installation): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const { name } of serviceTable) {
    const [container] = await installation.containers(name)
    const id = container?.Name.slice(1) ?? name
    await engine.docker('restart', '--time=20', id)
    const time = await eventually(`${name} has started`, () => startOf(engine, id), startsWithinMs)
    times.set(name, time)
  }
  return times
}

async function startOf(engine: Engine, id: string): Promise<number | undefined> {
  await delay(lookEveryMs)
  const beganAt = (await engine.docker('inspect', '--format={{.State.StartedAt}}', id)).trim()
  const lines = (await engine.docker('logs', `--since=${beganAt}`, id)).split('\n')
  const line = lines.find((text) => text.includes('"msg":"started"'))
  return line === undefined ? undefined : Date.parse(Line.parse(JSON.parse(line)).time) - Date.parse(beganAt)
}
