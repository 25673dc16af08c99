import { runService } from '@kismet/service-kit/define-service'
import { wallet } from './service.ts'

await runService(wallet)
