import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { completeLock, missingOptionals } from '../package-lock.ts'

// Adds to package-lock.json what `npm install` left out: optional packages for other kinds of machine.
const path = join(repositoryRoot, 'package-lock.json')
const text = await readFile(path, 'utf8')
const missing = missingOptionals(text)
if (missing.length > 0) await writeFile(path, completeLock(text))
console.log(
  missing.length === 0 ? 'package-lock.json is complete' : `added ${missing.map(({ name }) => name).join(', ')}`,
)
