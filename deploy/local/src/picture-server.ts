import { serverEnv } from '@kismet/service-kit/env'

/** The container that opens uploaded files, with its name in compose and Kubernetes. Only `askedBy` reaches it (docs/internals/decisions/0023). */
export const pictureServer = {
  name: 'pictures',
  /** What is run in it, by its path in the image. */
  program: 'services/payments/src/bin/pictures.ts',
  askedBy: 'payments',
  /** All that it is told. */
  reads: Object.keys(serverEnv.shape) as readonly string[],
} as const
