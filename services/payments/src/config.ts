import { readEnv, serverEnv } from '@kismet/service-kit/env'
import type { z } from 'zod'

/** What the server of pictures is told. */
export const pictureServerConfig = (): z.output<typeof serverEnv> => readEnv(serverEnv, process.env)
