import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { configurationTable, environmentExample } from '../configuration.ts'

// Prints every variable of every service, and writes .env.example anew.
await writeFile(join(repositoryRoot, '.env.example'), environmentExample())
process.stdout.write(configurationTable())
