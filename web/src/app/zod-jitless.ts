import { z } from 'zod'

/** The Content-Security-Policy forbids eval, so the schemas must not compile themselves. Imported before any schema is made. */
z.config({ jitless: true })
