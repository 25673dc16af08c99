import { serviceOf } from '@kismet/contracts'
import type { Access } from '@kismet/contracts'
import { isTest } from '../places.ts'
import type { Breach, Rule } from '../rule.ts'
import { syntaxOf } from '../syntax.ts'
import { homeOf } from '../wires.ts'
import type { Wires } from '../wires.ts'

const catalogue = 'libs/contracts/src/errors.ts'
/** docs/reference/wire.md. */
const statuses = new Set([400, 401, 403, 404, 405, 409, 410, 413, 422, 429, 500, 503])

export const errorTexts: Rule = {
  name: 'error-texts',
  says: 'Each error code is in snake_case, has a status of docs/reference/wire.md and a text that begins with a capital.',
  check: (_repository, { errors }) =>
    [...errors].flatMap(([code, { status, message }]) => {
      const problems: string[] = []
      if (!/^[a-z]+(_[a-z]+)*$/.test(code)) problems.push(`${code} is not in snake_case`)
      if (!statuses.has(status))
        problems.push(`${code} has the status ${status}, which docs/reference/wire.md does not have`)
      if (!/^\p{Lu}.{3,}/u.test(message)) problems.push(`${code} has no text that a person can be shown`)
      return problems.map((problem) => ({ file: catalogue, problem }))
    }),
}

/** Refusals that follow from the route: method, access, maintenance. Operations do not list them. */
function refusalsOfRoute(access: Access, closedInMaintenance: boolean): string[] {
  const byAccess =
    access === 'anyone' ? [] : access === 'player' ? ['unauthenticated'] : ['unauthenticated', 'forbidden']
  return ['method_not_allowed', ...byAccess, ...(closedInMaintenance ? ['maintenance'] : [])]
}

/** Every code that one service may give, by the contracts of what it answers. */
function codesByHome({ operations, streams, universalErrors }: Wires): Map<string, Set<string>> {
  const byHome = new Map<string, Set<string>>()
  const add = (home: string, codes: readonly string[]): void => {
    const all = byHome.get(home) ?? new Set(universalErrors)
    for (const code of codes) all.add(code)
    byHome.set(home, all)
  }
  for (const { shape } of [...operations, ...streams]) {
    const home = homeOf('subject' in shape ? serviceOf(shape.subject) : shape.service)
    const { route } = shape
    const byRoute = route === undefined ? [] : refusalsOfRoute(route.access, route.closedInMaintenance === true)
    add(home, [...shape.errors, ...byRoute])
  }
  return byHome
}

export const errorsListed: Rule = {
  name: 'errors-listed',
  says: 'Each error code is listed by an operation or a stream, is universal, or follows from a route.',
  check(_repository, wires) {
    const listed = new Set(wires.universalErrors)
    for (const codes of codesByHome(wires).values()) for (const code of codes) listed.add(code)
    return [...wires.errors.keys()]
      .filter((code) => !listed.has(code))
      .map((code) => ({ file: catalogue, problem: `${code} is unused: no operation lists it` }))
  },
}

export const refusalsListed: Rule = {
  name: 'refusals-listed',
  says: 'A service refuses only with codes that one of its own contracts lists; any other is answered as internal.',
  check(repository, wires) {
    const byHome = codesByHome(wires)
    const breaches: Breach[] = []
    for (const { path, text } of repository.texts(/^services\/[^/]+\/src\/.*\.ts$/)) {
      if (isTest(path)) continue
      const home = path.split('/').slice(0, 2).join('/')
      for (const { className, text: code, line } of syntaxOf(path, text).constructions) {
        if (className !== 'Refusal' || byHome.get(home)?.has(code) === true) continue
        breaches.push({ file: path, line, problem: `refuses with ${code}, which no contract of ${home} lists` })
      }
    }
    return breaches
  },
}
