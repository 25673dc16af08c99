import { runService } from '@kismet/service-kit/define-service'
import { walletService } from './service.ts'

await runService(walletService)
