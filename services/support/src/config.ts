import { documentsEnv, readEnv } from '@kismet/service-kit/env'

/** The environment of commands. @throws Error that names each missing or invalid variable */
export const commandConfig = (): { readonly MONGODB_URL: string } =>
  readEnv(documentsEnv.pick({ MONGODB_URL: true }), process.env)
