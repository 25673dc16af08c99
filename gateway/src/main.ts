import { runService } from '@kismet/service-kit/run-service'
import { gateway } from './service.ts'

await runService(gateway)
