import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { adminAccountOperations } from './admin-accounts.ts'
import { alertOperations } from './alert-rules.ts'
import { evidenceOperations } from './evidence.ts'
import { serviceOperations } from './for-services.ts'
import { loginOperations } from './logins.ts'
import { mailedCodeOperations } from './mailed-codes.ts'
import { noticeOperations } from './notices.ts'
import { ownAdminOperations } from './own-admin.ts'
import { playerAccountOperations } from './player-account.ts'
import { playerOperations } from './players.ts'
import { reportMailOperations } from './report-mail.ts'
import { savedViewOperations } from './saved-views.ts'
import { sessionOperations } from './sessions.ts'
import { siteOperations } from './site.ts'

/** Everything that auth answers on the bus. */
export const operations: readonly Handler<Context>[] = [
  ...mailedCodeOperations,
  ...loginOperations,
  ...playerAccountOperations,
  ...noticeOperations,
  ...sessionOperations,
  ...siteOperations,
  ...adminAccountOperations,
  ...ownAdminOperations,
  ...playerOperations,
  ...reportMailOperations,
  ...savedViewOperations,
  ...alertOperations,
  ...evidenceOperations,
  ...serviceOperations,
]
