import { z } from 'zod'
import { adminRoles, operation, serviceNames } from './operation.ts'
import { IsoTime, NoInput, openEnum } from './primitives.ts'

/** How fast each service answers what one gateway passes on to it, of its last one to two minutes; another gateway has another answer. */
export const getServiceTimes = operation({
  subject: 'gateway.get-service-times',
  route: {
    method: 'GET',
    path: '/api/admin/service-times',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'How fast the services answer, as one gateway sees it',
  },
  input: NoInput,
  output: z.object({
    since: IsoTime,
    services: z.array(
      z.object({
        service: openEnum(serviceNames),
        /** Calls since then that were answered, refusals among them, and those that had no answer in time. */
        answered: z.int().nonnegative(),
        unanswered: z.int().nonnegative(),
        /** The 99th percentile of answered calls; null without answered calls. */
        p99Ms: z.number().nonnegative().nullable(),
      }),
    ),
  }),
  errors: [],
})
