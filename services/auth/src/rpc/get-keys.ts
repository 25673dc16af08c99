import { getKeys } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'

export const getKeysHandler = handle(getKeys, (ctx: AuthContext) => Promise.resolve({ keys: ctx.keys.publicKeys() }))
