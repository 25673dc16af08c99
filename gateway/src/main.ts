import { runService } from '@kismet/service-kit/define-service'
import { gateway } from './service.ts'

await runService(gateway)
