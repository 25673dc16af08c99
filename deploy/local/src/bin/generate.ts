import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { generatedFiles } from '../generated.ts'

// Writes every generated file of the repository: make generate. With --check it names those that are out of date and ends with 1.
const isCheck = process.argv[2] === '--check'
for (const [path, text] of await generatedFiles()) {
  if (!isCheck) await writeFile(path, text)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error(`${relative(repositoryRoot, path)} is out of date: run make generate.`)
    process.exitCode = 1
  }
}
