import type { Breach, Rule } from '../rule.ts'

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function looseVersions(manifest: Fields): string[] {
  return dependencyFields.flatMap((field) => {
    const dependencies = manifest[field]
    if (!isFields(dependencies)) return []
    return Object.entries(dependencies)
      .filter(([, version]) => typeof version !== 'string' || !exactVersion.test(version))
      .map(([name, version]) => `${name} is not pinned to one version: ${String(version)}`)
  })
}

function problemsOf(path: string, manifest: Fields): string[] {
  const folder = path.replace(/\/?package\.json$/, '')
  const problems = looseVersions(manifest)
  if (manifest.private !== true) problems.push('is not private: a slip of the keyboard could publish it')
  if (manifest.type !== 'module') problems.push("has not the type 'module'")
  if (manifest.license !== 'Apache-2.0') problems.push('does not name the license of the repository')
  const name =
    folder === 'deploy/local' ? '@kismet/local-stack' : `@kismet/${folder.slice(folder.lastIndexOf('/') + 1)}`
  if (folder !== '' && manifest.name !== name) problems.push(`is not named ${name}`)
  return problems
}

export const packagesAlike: Rule = {
  name: 'packages-alike',
  says: 'Every package.json pins exact versions, is private, a module, licensed and named @kismet/<folder>.',
  check: (repository) =>
    repository.texts(/(^|\/)package\.json$/).flatMap(({ path, text }): Breach[] => {
      const manifest: unknown = JSON.parse(text)
      if (!isFields(manifest)) return [{ file: path, problem: 'is not an object' }]
      return problemsOf(path, manifest).map((problem) => ({ file: path, problem }))
    }),
}
