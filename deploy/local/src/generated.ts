import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { commandsPage } from './commands-page.ts'
import { composeExample } from './compose/variables.ts'
import { configurationPage } from './configuration.ts'
import { errorsPage } from './errors-page.ts'
import { madeManifests } from './k8s/made-manifests.ts'

/** Every generated file of the repository, by its path, with the text that it must have. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [join(repositoryRoot, 'docs/reference/configuration.md'), configurationPage()],
    [join(repositoryRoot, 'docs/reference/commands.md'), await commandsPage()],
    [join(repositoryRoot, 'docs/reference/errors.md'), errorsPage()],
    [join(repositoryRoot, '.env.example'), await composeExample()],
    ...madeManifests(),
  ])
}
