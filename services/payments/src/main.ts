import { runService } from '@kismet/service-kit/define-service'
import { payments } from './service.ts'

await runService(payments)
