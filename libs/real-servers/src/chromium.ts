import { StackError } from './stack-error.ts'
import { canInstallDebianPackages, installDebianPackage } from './debian.ts'
import { findOnPath } from './program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium: KISMET_TEST_CHROMIUM, one on the PATH, else Debian's package when this is root. */
export async function provideChromium(report: (line: string) => void): Promise<string> {
  const given = process.env.KISMET_TEST_CHROMIUM
  if (given !== undefined && given !== '') return given
  const found = await chromiumOnPath()
  if (found !== undefined) return found
  if (!(await canInstallDebianPackages())) {
    throw new StackError('Chromium is missing: install chromium, or set KISMET_TEST_CHROMIUM to its path.')
  }
  report('installing chromium')
  const failure = await installDebianPackage('chromium')
  const installed = await chromiumOnPath()
  if (installed !== undefined) return installed
  throw new StackError(
    `Chromium could not be installed (${failure ?? 'the package has no program of that name'}): install it by hand.`,
  )
}

async function chromiumOnPath(): Promise<string | undefined> {
  for (const name of names) {
    const file = await findOnPath(name)
    if (file !== undefined) return file
  }
  return undefined
}
