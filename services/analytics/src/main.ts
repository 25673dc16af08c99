import { runService } from '@kismet/service-kit/run-service'
import { analytics } from './service.ts'

await runService(analytics)
