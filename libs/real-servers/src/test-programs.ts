import { StackError } from './stack-error.ts'
import { canInstallDebianPackages, installDebianPackage } from './debian.ts'
import { findOnPath } from './program.ts'

/** What a test runs that is no server. */
interface TestProgram {
  /** The variable of the environment that names another one. */
  readonly variable: string
  readonly names: readonly string[]
  /** Debian's. */
  readonly package: string
}

const chromium: TestProgram = {
  variable: 'KISMET_TEST_CHROMIUM',
  names: ['chromium', 'chromium-browser', 'google-chrome'],
  package: 'chromium',
}
const python: TestProgram = { variable: 'KISMET_TEST_PYTHON', names: ['python3'], package: 'python3' }

type Report = (line: string) => void

/** The path of a Chromium: KISMET_TEST_CHROMIUM, one on the PATH, else Debian's package when this is root. @throws StackError */
export const provideChromium = (report: Report): Promise<string> => provide(chromium, report)

/** The path of a Python 3, likewise: KISMET_TEST_PYTHON, the PATH, or Debian's. @throws StackError */
export const providePython = (report: Report): Promise<string> => provide(python, report)

async function provide({ variable, names, package: name }: TestProgram, report: Report): Promise<string> {
  const given = process.env[variable]
  if (given !== undefined && given !== '') return given
  const found = await findAnyOnPath(names)
  if (found !== undefined) return found
  if (!(await canInstallDebianPackages())) {
    throw new StackError(`${name} is missing: install it, or set ${variable} to its path.`)
  }
  report(`installing ${name}`)
  const failure = await installDebianPackage(name)
  const installed = await findAnyOnPath(names)
  if (installed !== undefined) return installed
  throw new StackError(
    `${name} could not be installed (${failure ?? 'the package has no program of that name'}): install it by hand.`,
  )
}

async function findAnyOnPath(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const file = await findOnPath(name)
    if (file !== undefined) return file
  }
  return undefined
}
