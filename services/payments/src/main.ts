import { runService } from '@kismet/service-kit/run-service'
import { payments } from './service.ts'

await runService(payments)
