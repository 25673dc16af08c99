import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocalDir, localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { provideChromium, providePython } from '@kismet/real-servers/test-programs'
import { countTests, describeCount } from '../test-count.ts'
import { runToEnd } from './run-to-end.ts'

// Runs all tests and ends with one line that counts them.
try {
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  const results = join(local.root, 'test-results.json')
  await rm(results, { force: true })
  const report = (line: string) => console.log(line)
  const chromium = await provideChromium(report)
  const python = await providePython(report)
  const jest = join(repositoryRoot, 'node_modules/jest/bin/jest.js')
  // With the room that V8 gives what is young, tests of pages take some 5 % more of the processor to collect it. Workers get the flags too.
  const nodeFlags = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', '--max-semi-space-size=64']
  const jestFlags = ['--json', `--outputFile=${results}`, '--ci', ...process.argv.slice(2)]
  process.chdir(repositoryRoot)
  const code = await runToEnd(process.execPath, [...nodeFlags, jest, ...jestFlags], {
    ...process.env,
    KISMET_TEST_CHROMIUM: chromium,
    KISMET_TEST_PYTHON: python,
  })
  const written = await readFile(results, 'utf8').catch(() => {
    throw new StackError('No test ran: Jest wrote no report.')
  })
  const count = countTests(written)
  await writeFile(join(local.root, 'test-count.txt'), `${describeCount(count)}\n`)
  console.log(describeCount(count))
  process.exitCode = code !== 0 || count.failed > 0 || count.passed === 0 ? 1 : 0
} catch (error) {
  console.error(sentenceFor(error))
  process.exitCode = 1
}
