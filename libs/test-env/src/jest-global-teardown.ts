import { stopServers } from './jest-global-setup.ts'

/** Runs once after the tests of node code. */
export default async function tearDown(): Promise<void> {
  await stopServers()
}
