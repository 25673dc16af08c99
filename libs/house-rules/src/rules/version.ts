import type { Repository } from '../repository.ts'
import type { Breach, Rule } from '../rule.ts'

/** The version of the root package.json, and its line. */
function rootVersion(repository: Repository): string | undefined {
  const [manifest] = repository.texts(/^package\.json$/)
  return /^ {2}"version": "([^"]+)"/m.exec(manifest?.text ?? '')?.[1]
}

/** Where a file names the version of the product. The first group is the version. */
const places: readonly (readonly [file: RegExp, pattern: RegExp])[] = [
  [/(^|\/)package\.json$/, /^ {2}"version": "([^"]+)"|"@kismet\/[\w-]+": "([^"]+)"/gm],
  [/^docker-compose\.yml$/, /KISMET_VERSION:-([^}]+)\}/g],
  [/^\.env\.example$/, /KISMET_VERSION=(\S+)/g],
  [/^deploy\/k8s\/.*kustomization\.yaml$/, /newTag: ([^\s}]+)|kismet\/(?:service|web|admin-web):([\w.-]+)/g],
  [/^docs\/operating\/.*\.md$/, /kismet\/(?:service|web|admin-web|\$image):([\w.-]+)/g],
]

/** The newest release of CHANGELOG.md, which stands below "Unreleased". */
const newestRelease = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m

function otherVersions(repository: Repository, version: string): Breach[] {
  return places.flatMap(([file, pattern]) =>
    repository.texts(file).flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index): Breach[] =>
        [...line.matchAll(pattern)]
          .map(([, one, other]) => one ?? other ?? '')
          .filter((named) => named !== version)
          .map((named) => ({ file: path, line: index + 1, problem: `names version ${named}, not ${version}` })),
      ),
    ),
  )
}

function changelogOf(repository: Repository, version: string): Breach[] {
  return repository.texts(/^CHANGELOG\.md$/).flatMap(({ path, text }): Breach[] => {
    const newest = newestRelease.exec(text)?.[1]
    return newest === version ? [] : [{ file: path, problem: `has the newest release ${newest}, not ${version}` }]
  })
}

export const oneVersion: Rule = {
  name: 'one-version',
  says: 'Every package, image tag and the newest release of CHANGELOG.md have the version of the root package.json.',
  check: (repository) => {
    const version = rootVersion(repository)
    if (version === undefined) return [{ file: 'package.json', problem: 'has no version' }]
    return [...otherVersions(repository, version), ...changelogOf(repository, version)]
  },
}
