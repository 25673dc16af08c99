import { runService } from '@kismet/service-kit/define-service'
import { support } from './service.ts'

await runService(support)
