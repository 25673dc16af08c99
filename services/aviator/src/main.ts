import { runService } from '@kismet/service-kit/define-service'
import { aviator } from './service.ts'

await runService(aviator)
