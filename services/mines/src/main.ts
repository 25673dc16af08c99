import { runService } from '@kismet/service-kit/define-service'
import { mines } from './service.ts'

await runService(mines)
