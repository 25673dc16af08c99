import { documentsEnv, readEnv, streamEnv } from '@kismet/service-kit/env'
import type { z } from 'zod'

export const analyticsEnv = documentsEnv.extend(streamEnv)

/** The configuration of a command beside the service. */
export const commandConfig = (): z.output<typeof analyticsEnv> => readEnv(analyticsEnv, process.env)
