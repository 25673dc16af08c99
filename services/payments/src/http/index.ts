import type { StreamHandler } from '@kismet/service-kit/http-app'
import type { Context } from '../context.ts'
import { adminGetDepositProofHandler } from './admin-get-deposit-proof.ts'
import { getDepositProofHandler } from './get-deposit-proof.ts'
import { getQrImageHandler } from './get-qr-image.ts'
import { postDepositHandler } from './post-deposit.ts'
import { postDepositSettingsHandler } from './post-deposit-settings.ts'

export const streams: readonly StreamHandler<Context>[] = [
  postDepositHandler,
  getDepositProofHandler,
  adminGetDepositProofHandler,
  getQrImageHandler,
  postDepositSettingsHandler,
]
