import { serviceFolders } from '../places.ts'
import type { Repository } from '../repository.ts'
import type { Breach, Rule } from '../rule.ts'

const filesOfAll = ['README.md', 'package.json', 'src/main.ts', 'src/service.ts', 'src/rpc/index.ts']
const mainLines = 6

function linesOf(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

function breachesOf(repository: Repository, home: string): Breach[] {
  const missing = filesOfAll
    .filter((file) => !repository.has(`${home}/${file}`))
    .map((file) => ({ file: `${home}/${file}`, problem: 'is missing: every service has it' }))
  const main = repository.text(`${home}/src/main.ts`)
  const long =
    main !== undefined && linesOf(main) > mainLines
      ? [
          {
            file: `${home}/src/main.ts`,
            problem: `has more than ${mainLines} lines: it starts the service, nothing else`,
          },
        ]
      : []
  const untested =
    repository.paths(new RegExp(`^${home}/test/.*\\.test\\.ts$`)).length === 0
      ? [{ file: `${home}/test`, problem: 'has no test of the service on a real bus and a real database' }]
      : []
  return [...missing, ...long, ...untested]
}

export const standardFiles: Rule = {
  name: 'standard-files',
  says: 'Every service, and the gateway, has the same files in the same places.',
  check: (repository) =>
    serviceFolders(repository.paths(/package\.json$/)).flatMap((home) => breachesOf(repository, home)),
}

export const environmentInConfig: Rule = {
  name: 'environment-in-config',
  says: 'Only src/config.ts of a service reads the environment; programs in src/bin may.',
  check: (repository) =>
    repository
      .texts(/^(services\/[^/]+|gateway)\/src\/.*\.ts$/)
      .filter(({ path }) => !/(\/src\/config\.ts|\/src\/bin\/[^/]+|\.test\.ts)$/.test(path))
      .flatMap(({ path, text }) =>
        /\bprocess\.env\b/.test(text) ? [{ file: path, problem: 'reads process.env: read it in src/config.ts' }] : [],
      ),
}

const migrationName = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/

export const migrationsNumbered: Rule = {
  name: 'migrations-numbered',
  says: 'Migrations are src/db/migrations/0001-<what>.sql, numbered from 0001 without gaps, and nothing else is there.',
  check(repository) {
    const byFolder = Map.groupBy(repository.paths(/^services\/[^/]+\/src\/db\/migrations\//), (path) =>
      path.slice(0, path.lastIndexOf('/')),
    )
    return [...byFolder.values()].flatMap((paths) =>
      paths.sort().flatMap((path, index): Breach[] => {
        const number = migrationName.exec(path.slice(path.lastIndexOf('/') + 1))?.[1]
        if (number === undefined) return [{ file: path, problem: 'is not named 0001-<what>.sql' }]
        const expected = String(index + 1).padStart(4, '0')
        return number === expected ? [] : [{ file: path, problem: `should be number ${expected}` }]
      }),
    )
  },
}
