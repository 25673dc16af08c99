import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { composeExample } from '../compose/variables.ts'
import { configurationPage, configurationTable } from '../configuration.ts'

// Prints every variable of every service, and writes the page of them and .env.example anew.
await writeFile(join(repositoryRoot, 'docs/configuration.md'), configurationPage())
await writeFile(join(repositoryRoot, '.env.example'), await composeExample())
process.stdout.write(configurationTable())
