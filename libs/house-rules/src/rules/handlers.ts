import { serviceOf } from '@kismet/contracts'
import { isTest, typescript } from '../places.ts'
import type { Repository } from '../repository.ts'
import type { Breach, Rule } from '../rule.ts'
import { syntaxOf } from '../syntax.ts'
import { homeOf } from '../wires.ts'
import type { Wires } from '../wires.ts'

/** Something of the contracts that one service answers. */
interface Answered {
  readonly exportName: string
  /** How people name it: its subject or its route. */
  readonly title: string
  readonly home: string
  readonly path: string | undefined
}

/** How a kind of call is answered: `handle(x)` in src/rpc, `handleStream(x)` in src/http. */
interface Kind {
  readonly folder: 'rpc' | 'http'
  readonly callee: 'handle' | 'handleStream'
  readonly answered: (wires: Wires) => Answered[]
}

const operations: Kind = {
  folder: 'rpc',
  callee: 'handle',
  answered: (wires) =>
    wires.operations.map(({ exportName, shape }) => ({
      exportName,
      title: shape.subject,
      home: homeOf(serviceOf(shape.subject)),
      path: shape.route?.path,
    })),
}

const streams: Kind = {
  folder: 'http',
  callee: 'handleStream',
  answered: (wires) =>
    wires.streams.map(({ exportName, shape }) => ({
      exportName,
      title: `${shape.route.method} ${shape.route.path}`,
      home: homeOf(shape.service),
      path: shape.route.path,
    })),
}

interface Handling {
  readonly path: string
  readonly line: number
  readonly exportName: string
}

function handlingsIn(repository: Repository, kind: Kind): Handling[] {
  return repository
    .texts(/^(services\/[^/]+|gateway)\/src\/.*\.ts$/)
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      syntaxOf(path, text)
        .callsWithName.filter(({ callee }) => callee === kind.callee)
        .map(({ text: exportName, line }) => ({ path, line, exportName })),
    )
}

function breachesOf(answered: Answered, handlings: readonly Handling[], kind: Kind): Breach[] {
  const { exportName, title, home } = answered
  const own = handlings.filter((handling) => handling.exportName === exportName)
  const folder = `${home}/src/${kind.folder}/`
  if (own.length === 0)
    return [{ file: folder, problem: `${title} has no handler: write ${kind.callee}(${exportName}, ...) here` }]
  return own.flatMap(({ path, line }) => {
    if (!path.startsWith(folder))
      return [{ file: path, line, problem: `${exportName} (${title}) is handled in ${folder}` }]
    return own.length > 1 ? [{ file: path, line, problem: `${exportName} (${title}) has ${own.length} handlers` }] : []
  })
}

function unknownHandlings(handlings: readonly Handling[], answered: readonly Answered[]): Breach[] {
  return handlings
    .filter(({ exportName }) => !answered.some((one) => one.exportName === exportName))
    .map(({ path, line, exportName }) => ({ file: path, line, problem: `${exportName} is not in the contracts` }))
}

function check(kind: Kind): Rule['check'] {
  return (repository, wires) => {
    const answered = kind.answered(wires)
    const handlings = handlingsIn(repository, kind)
    return [...answered.flatMap((one) => breachesOf(one, handlings, kind)), ...unknownHandlings(handlings, answered)]
  }
}

export const operationHandlers: Rule = {
  name: 'operation-handlers',
  says: 'Each operation of the contracts has one handler: handle(x) in src/rpc of its service',
  check: check(operations),
}

export const streamHandlers: Rule = {
  name: 'stream-handlers',
  says: 'Each stream of the contracts has one handler: handleStream(x) in src/http of its service',
  check: check(streams),
}

/** Whether a text is that path, with something in the place of each parameter. */
function isPath(path: string, shape: string): boolean {
  const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}([?#].*)?$`).test(shape)
}

/** Routes whose path is another one's too cannot be told apart by it. */
function isNamedByPath({ path }: Answered, all: readonly Answered[], shapes: readonly string[]): boolean {
  if (path === undefined || all.filter((other) => other.path === path).length > 1) return false
  return shapes.some((shape) => isPath(path, shape))
}

export const everyCallTested: Rule = {
  name: 'every-call-tested',
  says: 'Each operation and each stream of the contracts is named in a test: by its name, or by a path that is its alone.',
  check(repository, wires) {
    const names = new Set<string>()
    const shapes = new Set<string>()
    for (const { path, text } of repository.texts(typescript)) {
      if (!isTest(path)) continue
      const syntax = syntaxOf(path, text)
      for (const name of syntax.identifiers) names.add(name)
      // The star is an address that is put before the path.
      for (const shape of syntax.shapes) if (/^\*?\//.test(shape)) shapes.add(shape.replace(/^\*/, ''))
    }
    const all = [...operations.answered(wires), ...streams.answered(wires)]
    return all
      .filter((one) => !names.has(one.exportName) && !isNamedByPath(one, all, [...shapes]))
      .map(({ exportName, title, home }) => ({
        file: `${home}/test`,
        problem: `no test names ${exportName} (${title})`,
      }))
  },
}
