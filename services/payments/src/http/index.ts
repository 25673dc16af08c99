import type { StreamHandler } from '@kismet/service-kit/http-app'
import type { Context } from '../context.ts'
import { downloads } from './downloads.ts'
import { postDepositHandler } from './post-deposit.ts'
import { postDepositSettingsHandler } from './post-deposit-settings.ts'

export const streams: readonly StreamHandler<Context>[] = [...downloads, postDepositHandler, postDepositSettingsHandler]
