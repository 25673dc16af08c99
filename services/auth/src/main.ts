import { runService } from '@kismet/service-kit/define-service'
import { auth } from './service.ts'

await runService(auth)
