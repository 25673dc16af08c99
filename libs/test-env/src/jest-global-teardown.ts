import './jest-global-setup.ts'

/** Runs once after the tests of node code: stops the run's PostgreSQL and removes its data. */
export default async function tearDown(): Promise<void> {
  await globalThis.kismetTestPostgres?.stop()
}
