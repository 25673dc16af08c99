import type { Term } from '@kismet/service-kit/leadership'
import pg from 'pg'

/** Begins a term of a service without an election. The previous leader is deposed. */
export async function beginTerm(
  databaseUrl: string,
  schema: string,
  signal = new AbortController().signal,
): Promise<Term> {
  const client = new pg.Client({ connectionString: databaseUrl, options: `-c search_path=${schema}` })
  await client.connect()
  try {
    const { rows } = await client.query<{ term: string }>('UPDATE leadership SET term = term + 1 RETURNING term')
    return { fencingToken: Number(rows[0]?.term), signal, isCertain: () => true }
  } finally {
    await client.end()
  }
}
