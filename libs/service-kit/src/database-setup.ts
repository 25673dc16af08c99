import pg from 'pg'

/** A failed connection. The message names the server without its password. */
export class UnreachableDatabase extends Error {
  override readonly name = 'UnreachableDatabase'
}

/** The database of a stack and who may log in to it. */
export interface DatabaseRoles {
  readonly ownerPassword: string
  /** The login role of each service, with its password. */
  readonly services: ReadonlyMap<string, string>
}

export const databaseName = 'kismet'
export const ownerRole = 'kismet_owner'

/** More than eight replicas of one service use; what one role opens leaves room for the others. */
export const connectionsOfRole = 110

/** The login role, and schema, of a service: its name with underscores. */
export function roleOf(service: string): string {
  return service.replaceAll('-', '_')
}

/**
 * Creates the database, its owner (who runs the migrations), and a login role for each service. Can
 * be repeated; every run sets the passwords.
 * @param superuserUrl a role that may create roles and databases
 */
export async function setUpDatabase(superuserUrl: string, roles: DatabaseRoles): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await putRole(client, ownerRole, roles.ownerPassword)
    for (const [role, password] of roles.services) await putRole(client, role, password)
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${ownerRole}`)
  })
}

/** The URL of the stack's database on a server, for a role when one is given, else for the URL's own user. */
export function databaseUrl(serverUrl: string, login?: { readonly role: string; readonly password: string }): string {
  const url = new URL(urlOf(serverUrl, databaseName))
  if (login !== undefined) {
    url.username = login.role
    url.password = login.password
  }
  return url.href
}

/** The URL of another database of a server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Creates a login role, or sets the password of one. */
export async function putRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER'
  await client.query(
    `${verb} ROLE ${client.escapeIdentifier(role)} LOGIN CONNECTION LIMIT ${connectionsOfRole} PASSWORD ${client.escapeLiteral(password)}`,
  )
}

/** Runs a work with a connection of its own. @throws UnreachableDatabase */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UnreachableDatabase(`The connection to PostgreSQL at ${new URL(url).host} failed: ${reason}.`, {
      cause: error,
    })
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
