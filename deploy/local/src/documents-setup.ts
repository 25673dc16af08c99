import { ferretDatabaseOptions, ferretLookUps } from '@kismet/real-servers/mongodb'
import { putRole, urlOf, withClient } from '@kismet/service-kit/database-setup'

/** The database in which FerretDB keeps everything, and its role, who owns it and sees no other. */
export const documentsRole = 'kismet_documents'

/** Creates the database of FerretDB and its role. Can be repeated; each run sets the password. */
export async function setUpDocuments(superuserUrl: string, password: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await putRole(client, documentsRole, password)
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [documentsRole])
    if (found.rowCount === 0)
      await client.query(`CREATE DATABASE ${documentsRole} OWNER ${documentsRole} ${ferretDatabaseOptions}`)
    await client.query(`REVOKE ALL ON DATABASE ${documentsRole} FROM PUBLIC`)
  })
  await withClient(urlOf(superuserUrl, documentsRole), (client) =>
    client.query(ferretLookUps(documentsRole)).then(() => undefined),
  )
}
