import { runService } from '@kismet/service-kit/run-service'
import { aviator } from './service.ts'

await runService(aviator)
