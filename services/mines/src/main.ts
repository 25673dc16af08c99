import { runService } from '@kismet/service-kit/run-service'
import { mines } from './service.ts'

await runService(mines)
