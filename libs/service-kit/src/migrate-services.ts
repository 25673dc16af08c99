import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockNotAvailable, sqlState } from './database-failure.ts'
import { grantSchemas, MissingRole, roleOf, UnreachableDatabase, withClient } from './database-setup.ts'
import { migrate, migrationsOf } from './migrate.ts'

/**
 * Applies the missing migrations of services, each service in one transaction, and reports them.
 * @param folders of the services
 * @throws Error that names the service
 */
export async function migrateServices(
  ownerUrl: string,
  folders: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  for (const folder of folders) {
    const role = roleOf(basename(folder))
    const added = await migrate({ ownerUrl, folder: migrationsOf(folder), schema: role, serviceRole: role }).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`The migrations of ${basename(folder)} failed: ${reason}`, { cause: error })
      },
    )
    report(`${basename(folder)}: ${added.length === 0 ? 'up to date' : added.join(', ')}`)
  }
}

/**
 * Prepares a database for services: a schema for each role, and the migrations. Retries temporary
 * faults: an unreachable server, a missing role, a lock timeout.
 * @param tries how often, `pauseMs` apart
 * @throws Error at once when an operator must act, such as before a standstill; else the error of
 * the last try
 */
export async function prepareServices(
  ownerUrl: string,
  folders: readonly string[],
  report: (line: string) => void,
  { tries, pauseMs }: { readonly tries: number; readonly pauseMs: number },
): Promise<void> {
  const roles = folders.map((folder) => roleOf(basename(folder)))
  for (let left = tries; ; left -= 1) {
    try {
      await withClient(ownerUrl, (client) => grantSchemas(client, roles))
      await migrateServices(ownerUrl, folders, report)
      return
    } catch (error) {
      if (left <= 1 || !passesByItself(error)) throw error
      report(`${(error as Error).message} (tried again in ${pauseMs / 1_000} s)`)
      await delay(pauseMs)
    }
  }
}

function passesByItself(error: unknown): boolean {
  if (error instanceof UnreachableDatabase || error instanceof MissingRole || sqlState(error) === lockNotAvailable)
    return true
  return error instanceof Error && error.cause !== undefined && passesByItself(error.cause)
}
