import { mongo } from 'mongoose'
import { documentsDatabaseOf } from './documents.ts'

const userExists = 51_003
const findServerMs = 30_000

/**
 * Creates the MongoDB user of a service, who sees the database of that service only. Can be
 * repeated; every run sets the password.
 * @param adminUrl of a user who may create users
 * @param url the service's own: user, password, and `authSource`, which is its database
 */
export async function setUpDocumentsUser(adminUrl: string, url: string, service: string): Promise<void> {
  const database = documentsDatabaseOf(url, service)
  const { username, password, searchParams } = new URL(url)
  if (username === '' || password === '' || searchParams.get('authSource') !== database)
    throw new Error(`The MongoDB URL of ${service} must have a user, a password and authSource=${database}`)
  const client = new mongo.MongoClient(adminUrl, { serverSelectionTimeoutMS: findServerMs })
  try {
    const db = client.db(database)
    const user = { pwd: decodeURIComponent(password), roles: [{ role: 'readWrite', db: database }] }
    await db.command({ createUser: decodeURIComponent(username), ...user }).catch((error: unknown) => {
      if (!(error instanceof mongo.MongoServerError) || error.code !== userExists) throw error
      return db.command({ updateUser: decodeURIComponent(username), ...user })
    })
  } finally {
    await client.close()
  }
}
