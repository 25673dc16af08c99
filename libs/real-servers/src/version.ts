import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './local-dir.ts'

/** The version of the product, from the package.json at the root. */
export const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  readonly version: string
}
