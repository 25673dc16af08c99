import { runService } from '@kismet/service-kit/define-service'
import { analytics } from './service.ts'

await runService(analytics)
