import { baseEnv } from '@kismet/service-kit/env'
import { z } from 'zod'

/** What this service reads of its environment. `SEED_SECRET` seals the server seeds that are not revealed yet; whoever has it and the database knows them. */
export const env = baseEnv.extend({
  DATABASE_URL: z.url(),
  SEED_SECRET: z.string().min(32, { error: 'must have 32 or more characters' }),
})
export type Config = Readonly<z.output<typeof env>>
