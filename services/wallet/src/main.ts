import { runService } from '@kismet/service-kit/run-service'
import { wallet } from './service.ts'

await runService(wallet)
