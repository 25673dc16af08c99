import { StackError } from './stack-error.ts'
import { canInstallDebianPackages, installDebianPackage } from './debian.ts'
import { findOnPath } from './program.ts'

/** What a test runs that is no server. */
interface TestProgram {
  /** The variable of the environment that names another one. */
  readonly variable: string
  /** The one of Debian's package, which has its name, then what does as well where that cannot be had. */
  readonly names: readonly [string, ...string[]]
}

/** The headless shell has no window to draw: a page costs it half of what it costs the whole browser, and pictures are drawn alike everywhere. */
const chromium: TestProgram = {
  variable: 'KISMET_TEST_CHROMIUM',
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
}
const python: TestProgram = { variable: 'KISMET_TEST_PYTHON', names: ['python3'] }

type Report = (line: string) => void

/** The path of a Chromium: KISMET_TEST_CHROMIUM, else Debian's headless shell, installed when this is root, else another on the PATH. @throws StackError */
export const provideChromium = (report: Report): Promise<string> => provide(chromium, report)

/** The path of a Python 3: KISMET_TEST_PYTHON, else the one on the PATH, else Debian's, installed when this is root. @throws StackError */
export const providePython = (report: Report): Promise<string> => provide(python, report)

async function provide({ variable, names: [name, ...others] }: TestProgram, report: Report): Promise<string> {
  const given = process.env[variable]
  if (given !== undefined && given !== '') return given
  const usual = await findOnPath(name)
  if (usual !== undefined) return usual
  const failure = await install(name, report)
  const found = await findAnyOnPath([name, ...others])
  if (found !== undefined) return found
  const reason = failure === undefined ? 'is missing' : `could not be installed (${failure})`
  throw new StackError(`${name} ${reason}: install it, or set ${variable} to its path.`)
}

/** Installs Debian's package where that is allowed. @returns what went wrong */
async function install(name: string, report: Report): Promise<string | undefined> {
  if (!(await canInstallDebianPackages())) return undefined
  report(`installing ${name}`)
  return installDebianPackage(name)
}

async function findAnyOnPath(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const file = await findOnPath(name)
    if (file !== undefined) return file
  }
  return undefined
}
