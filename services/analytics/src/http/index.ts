import type { StreamHandler } from '@kismet/service-kit/http-app'
import type { Context } from '../context.ts'
import { downloadAccountStatementHandler } from './download-account-statement.ts'

/** What is fetched as a file. */
export const streams: readonly StreamHandler<Context>[] = [downloadAccountStatementHandler]
