import { runService } from '@kismet/service-kit/run-service'
import { support } from './service.ts'

await runService(support)
