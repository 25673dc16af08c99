import { buildApp } from '@kismet/real-servers/app-build'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import setUpServers from './jest-global-setup.ts'

/** Runs once before the tests with a browser: builds both apps, which several test files serve at once, and provides what all tests of node code have. */
export default async function setUp(run: { readonly maxWorkers: number }): Promise<void> {
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  await Promise.all([...['web', 'admin-web'].map((app) => buildApp(local, app)), setUpServers(run)])
}
