import { baseEnv } from '@kismet/service-kit/env'
import { z } from 'zod'

export const env = baseEnv.extend({
  /** Connection of this service's role; its schema is `payments`. */
  DATABASE_URL: z.url(),
})
export type Config = Readonly<z.output<typeof env>>
